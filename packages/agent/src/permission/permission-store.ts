import { mkdir, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Rule } from "@mm-agent/core";
import { projectRoot, statePaths } from "../config/paths.js";
import { replaceFile, withFileLock } from "../state/private-file.js";

/** An answer that was stored with "always in this project". */
export interface StoredRule {
  readonly tool: string;
  readonly pattern: string;
  readonly decision: "allow" | "deny";
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface PermissionStore {
  /** The answers for this project. A file that cannot be read gives none. */
  list(): Promise<readonly StoredRule[]>;
  /** Throws an `Error` with a text for the person when they cannot be stored. */
  add(rules: readonly Pick<Rule, "tool" | "pattern" | "decision">[]): Promise<void>;
  /** Drops answers with this tool and pattern (`*` as a tool: of every tool); returns how many. */
  revoke(tool: string, pattern: string): Promise<number>;
}

type Projects = Record<string, StoredRule[]>;

/**
 * The stored answers of the project that `cwd` belongs to, in `permissions.json` of the state folder: never in the
 * project, which must not be able to grant itself anything.
 */
export function openPermissionStore(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): PermissionStore {
  const file = statePaths(env).permissions;
  const key = projectRoot(cwd);
  const change = async (edit: (rules: StoredRule[]) => StoredRule[]): Promise<void> => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await withFileLock(`${file}.lock`, async () => {
      const { projects, broken } = await read(file);
      if (broken) await rename(file, `${file}.broken`);
      const rules = edit(projects[key] ?? []);
      if (rules.length > 0) projects[key] = rules;
      else delete projects[key];
      await replaceFile(file, `${JSON.stringify({ version: 1, projects }, null, 2)}\n`);
    });
  };
  return {
    list: async () => (await read(file)).projects[key] ?? [],
    add: (rules) =>
      change((stored) => {
        const at = new Date().toISOString();
        const fresh = rules.filter(
          (rule) => rule.decision !== "ask" && !stored.some((old) => same(old, rule)),
        );
        return [
          ...stored,
          ...fresh.map(({ tool, pattern, decision }) => ({
            tool,
            pattern,
            decision: decision as StoredRule["decision"],
            at,
          })),
        ];
      }),
    async revoke(tool, pattern) {
      const fits = (rule: StoredRule): boolean =>
        (tool === "*" || rule.tool === tool) && rule.pattern === pattern;
      const gone = ((await read(file)).projects[key] ?? []).filter(fits).length;
      if (gone > 0) await change((rules) => rules.filter((rule) => !fits(rule)));
      return gone;
    },
  };
}

function same(
  a: Pick<Rule, "tool" | "pattern" | "decision">,
  b: Pick<Rule, "tool" | "pattern" | "decision">,
): boolean {
  return a.tool === b.tool && a.pattern === b.pattern && a.decision === b.decision;
}

async function read(file: string): Promise<{ projects: Projects; broken: boolean }> {
  const projects = Object.create(null) as Projects;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    return { projects, broken: (error as NodeJS.ErrnoException).code !== "ENOENT" };
  }
  try {
    const stored = (JSON.parse(text) as { projects?: Record<string, unknown> }).projects;
    if (typeof stored !== "object" || stored === null) return { projects, broken: true };
    for (const [folder, rules] of Object.entries(stored))
      if (Array.isArray(rules)) projects[folder] = rules.filter(isRule);
    return { projects, broken: false };
  } catch {
    return { projects, broken: true };
  }
}

function isRule(value: unknown): value is StoredRule {
  const rule = value as Partial<StoredRule> | null;
  return (
    typeof rule?.tool === "string" &&
    typeof rule.pattern === "string" &&
    (rule.decision === "allow" || rule.decision === "deny")
  );
}
