import type { GlobPart } from "./parse-glob.js";

interface State {
  /** Whether the state takes a character; undefined: it takes none and leads on at once. */
  takes: ((char: string) => boolean) | undefined;
  next: number[];
}

/**
 * A test that follows all ways through a glob at the same time, so that its time is bounded by the lengths of the glob
 * and of the path multiplied, whatever they are.
 */
export function matchParts(parts: readonly GlobPart[]): (path: string) => boolean {
  const states: State[] = [{ takes: undefined, next: [] }];
  const start = build(states, parts, 0);
  const marks = new Uint32Array(states.length);
  let round = 0;
  let nextRound = 0;

  /** Adds the states that take a character and are reached from one without taking any. */
  const reach = (from: number, into: number[]): void => {
    const pending = [from];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (marks[at] === round) continue;
      marks[at] = round;
      const state = states[at];
      if (state?.takes) into.push(at);
      else if (state) pending.push(...state.next);
    }
  };
  return (path) => {
    // Marks of earlier paths are lower; the counter would begin anew only after four thousand million characters.
    if (nextRound > 0xf000_0000) {
      marks.fill(0);
      nextRound = 0;
    }
    round = nextRound += 1;
    let current: number[] = [];
    reach(start, current);
    for (const char of path) {
      if (current.length === 0) return false;
      round = nextRound += 1;
      const following: number[] = [];
      for (const at of current) {
        const state = states[at];
        if (state?.takes?.(char)) for (const next of state.next) reach(next, following);
      }
      current = following;
    }
    return marks[0] === round;
  };
}

/** Adds the states of the parts, which lead on to `next`; returns the first of them. */
function build(states: State[], parts: readonly GlobPart[], next: number): number {
  let follow = next;
  for (const part of parts.toReversed()) follow = buildPart(states, part, follow);
  return follow;
}

function buildPart(states: State[], part: GlobPart, next: number): number {
  const add = (takes: State["takes"], ...to: number[]): number => states.push({ takes, next: to }) - 1;
  const run = (takes: NonNullable<State["takes"]>, to: number): number => {
    const fork = add(undefined, to);
    states[fork]?.next.push(add(takes, fork));
    return fork;
  };
  switch (part.type) {
    case "one":
      return add(takesOne(part), next);
    case "star":
      return run((char) => char !== "/", next);
    case "folders":
      return add(
        undefined,
        next,
        run(
          anything,
          add((char) => char === "/", next),
        ),
      );
    case "below":
      return part.min === 0 ? run(anything, next) : add(anything, run(anything, next));
    case "choice":
      return add(undefined, ...part.branches.map((branch) => build(states, branch, next)));
  }
}

function takesOne({ char, source }: Extract<GlobPart, { type: "one" }>): (char: string) => boolean {
  if (char !== undefined) return (given) => given === char;
  const expression = new RegExp(`^${source}$`, "su");
  return (given) => expression.test(given);
}

function anything(): boolean {
  return true;
}
