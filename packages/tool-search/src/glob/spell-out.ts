import type { GlobPart } from "./parse-glob.js";

/** The globs without choices that the parts stand for; undefined when they are more than `most`. */
export function spellOut(parts: readonly GlobPart[], most: number): readonly GlobPart[][] | undefined {
  let all: GlobPart[][] = [[]];
  for (const part of parts) {
    if (part.type !== "choice") {
      for (const one of all) one.push(part);
      continue;
    }
    const branches: GlobPart[][] = [];
    for (const branch of part.branches) {
      const spelled = spellOut(branch, most);
      if (spelled === undefined) return undefined;
      branches.push(...spelled);
    }
    if (all.length * branches.length > most) return undefined;
    all = all.flatMap((one) => branches.map((branch) => [...one, ...branch]));
  }
  return all;
}
