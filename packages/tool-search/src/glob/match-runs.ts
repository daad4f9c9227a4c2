import type { GlobPart } from "./parse-glob.js";

type One = Extract<GlobPart, { type: "one" }>;
type Step =
  | { readonly type: "star" }
  | { readonly type: "folders" }
  | { readonly type: "below"; readonly min: number }
  | { readonly type: "one"; readonly char: string | undefined; readonly set: RegExp | undefined };

/**
 * A test for parts without choices. After a failure only the last `*` takes one character more, or the last `**` one
 * folder more: what came before them fits already, and could fit no better. So the time is bounded by a small power of
 * the path's length.
 */
export function matchRuns(parts: readonly GlobPart[]): (path: string) => boolean {
  const steps = parts.flatMap((part): Step[] => {
    if (part.type === "choice") return [];
    if (part.type === "one") return [toStep(part)];
    return [part];
  });
  return (path) => follow(steps, path);
}

function toStep({ char, source }: One): Step {
  const set = char === undefined ? new RegExp(source, "suy") : undefined;
  return { type: "one", char, set };
}

function follow(steps: readonly Step[], path: string): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let starAt = 0;
  let folders = -1;
  let foldersAt = 0;
  for (;;) {
    const step = steps[index];
    let fits = false;
    if (step === undefined) {
      if (at === path.length) return true;
    } else if (step.type === "below") {
      if (path.length - at >= step.min) return true;
    } else if (step.type === "star") {
      star = index;
      starAt = at;
      fits = true;
    } else if (step.type === "folders") {
      folders = index;
      foldersAt = at;
      star = -1;
      fits = true;
    } else {
      const size = taken(step, path, at);
      if (size > 0) {
        // A `*` stays within its name; when the name is over it has nothing more to take.
        if (path[at] === "/") star = -1;
        at += size;
        fits = true;
      }
    }
    if (fits) {
      index += 1;
      continue;
    }
    if (star >= 0 && starAt < path.length && path[starAt] !== "/") {
      starAt += sizeAt(path, starAt);
      at = starAt;
      index = star + 1;
      continue;
    }
    const next = folders < 0 ? -1 : path.indexOf("/", foldersAt);
    if (next < 0) return false;
    foldersAt = next + 1;
    at = foldersAt;
    index = folders + 1;
    star = -1;
  }
}

/** Code units that the step takes at a place; 0: it does not fit there. */
function taken(step: Extract<Step, { type: "one" }>, path: string, at: number): number {
  if (step.char !== undefined) return path.startsWith(step.char, at) ? step.char.length : 0;
  if (step.set === undefined || at >= path.length) return 0;
  step.set.lastIndex = at;
  return step.set.test(path) ? sizeAt(path, at) : 0;
}

function sizeAt(path: string, at: number): number {
  return (path.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
