import { normalise, parseRobots, type Robots, type RobotsRule } from "./parse.js";

/**
 * Whether `agent` may fetch `url`: the groups of its product token together, else those of `*`; the longest matching
 * rule decides, `Allow` on a tie, and without a match it may. `/robots.txt` itself is always allowed.
 */
export function isAllowed(robots: Robots | string | Uint8Array, agent: string, url: string): boolean {
  const groups = typeof robots === "string" || robots instanceof Uint8Array ? parseRobots(robots) : robots;
  const { pathname, search } = new URL(url);
  if (pathname === "/robots.txt") return true;
  const path = literal(normalise(pathname + search));
  let best: RobotsRule | undefined;
  for (const rule of rulesFor(groups, agent.toLowerCase())) {
    const longer = !best || rule.pattern.length > best.pattern.length;
    const tie = best && rule.pattern.length === best.pattern.length && rule.allow && !best.allow;
    if ((longer || tie) && matches(rule.pattern, path)) best = rule;
  }
  return best?.allow ?? true;
}

function rulesFor(groups: Robots, agent: string): RobotsRule[] {
  const own = groups.filter((group) => group.agents.includes(agent));
  const chosen = own.length > 0 ? own : groups.filter((group) => group.agents.includes("*"));
  return chosen.flatMap((group) => [...group.rules]);
}

// In patterns `%2A` and `%24` stand for the characters themselves, so they are compared in that form.
function literal(path: string): string {
  return path.replace(/\*/g, "%2A").replace(/\$/g, "%24");
}

function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const parts = (anchored ? pattern.slice(0, -1) : pattern)
    .split("*")
    .map((part) => part.replace(/\$/g, "%24"));
  const [first = "", ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop();
  if (last === undefined) return !anchored || at === path.length;
  // The earliest place for every part leaves the most room for the next: no need to go back.
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (anchored) return path.length - last.length >= at && path.endsWith(last);
  return path.indexOf(last, at) >= 0;
}
