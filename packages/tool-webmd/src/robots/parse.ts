import { toUSVString } from "node:util";

/** One `Allow` or `Disallow` line. */
export interface RobotsRule {
  readonly allow: boolean;
  /** Normalised: escapes in upper case, unreserved characters plain, others escaped; `*` and a final `$` are special. */
  readonly pattern: string;
}

interface RobotsGroup {
  /** Product tokens in lower case, or `*`. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
}

export type Robots = readonly RobotsGroup[];

/** RFC 9309 asks for at least 500 KiB; a rule that is cut there is dropped whole. */
export const MAX_ROBOTS_BYTES = 512 * 1024;

const AGENT = /^user-?\s?agent$/;
const DISALLOW = /^diss?all?ow$/;

/** Reads a robots.txt file (RFC 9309). Never fails: what is not a rule is skipped. */
export function parseRobots(source: string | Uint8Array): Robots {
  const groups: { agents: string[]; rules: RobotsRule[] }[] = [];
  let group: (typeof groups)[number] | undefined;
  let naming = false;
  for (const line of linesOf(source)) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const key = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (AGENT.test(key)) {
      if (!naming) groups.push((group = { agents: [], rules: [] }));
      naming = true;
      group?.agents.push(productToken(value));
    } else if (key === "allow" || DISALLOW.test(key)) {
      naming = false;
      // An empty value matches nothing.
      if (group && value !== "") group.rules.push({ allow: key === "allow", pattern: normalise(value) });
    }
  }
  return groups;
}

function linesOf(source: string | Uint8Array): string[] {
  const whole =
    typeof source === "string" ? source : new TextDecoder().decode(source.subarray(0, MAX_ROBOTS_BYTES));
  const cut = typeof source === "string" ? whole.length > MAX_ROBOTS_BYTES : source.length > MAX_ROBOTS_BYTES;
  const text = whole.slice(0, MAX_ROBOTS_BYTES).replace(/^\uFEFF/, "");
  const lines = text.split(/\r\n|\n|\r/);
  if (cut) lines.pop();
  return lines.map((line) => line.replace(/#.*$/, ""));
}

function productToken(value: string): string {
  if (value.startsWith("*")) return "*";
  return (/^[a-z_-]+/i.exec(value)?.[0] ?? value).toLowerCase();
}

/** A path or pattern in the one form in which they are compared (RFC 9309 section 2.2.2). */
export function normalise(path: string): string {
  return path
    .replace(/[^\u0021-\u007E]+/g, (found) => encodeURIComponent(toUSVString(found)))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => {
      const char = String.fromCharCode(Number.parseInt(hex, 16));
      return /[A-Za-z0-9._~-]/.test(char) ? char : `%${hex.toUpperCase()}`;
    });
}
