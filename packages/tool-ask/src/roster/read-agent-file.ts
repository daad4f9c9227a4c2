import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describeError } from "@mm-agent/core";

/** What is read of an agent's config file before it is started. */
interface AgentFile {
  readonly title?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly mode?: "ask" | "plan";
  /** The config files of the agents it names itself, by name; absolute. */
  readonly agents: Readonly<Record<string, string>>;
}

export type ReadAgentFile =
  | { readonly ok: true; readonly file: AgentFile }
  | { readonly ok: false; readonly reason: string };

/** Reads a config file of an agent (YAML or JSON). Never throws; the started agent reads it again and strictly. */
export async function readAgentFile(path: string): Promise<ReadAgentFile> {
  let text: string;
  try {
    // A pipe would never end.
    if (!(await stat(path)).isFile()) return { ok: false, reason: "is not a file" };
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      ok: false,
      reason: code === "ENOENT" ? "does not exist" : `cannot be read (${code ?? "error"})`,
    };
  }
  try {
    const { parse } = await import("yaml");
    return { ok: true, file: pick(parse(text, { logLevel: "error" }), path) };
  } catch (error) {
    return { ok: false, reason: `is not YAML: ${describeError(error).split("\n", 1)[0] ?? ""}` };
  }
}

function pick(value: unknown, path: string): AgentFile {
  const root = mapOf(value);
  const title = textOf(mapOf(root["acp"])["title"]);
  const provider = textOf(root["provider"]);
  const model = textOf(root["model"]);
  const mode = modeOf(root);
  const agents: Record<string, string> = {};
  for (const [name, entry] of Object.entries(mapOf(root["mmConfigs"]))) {
    const config = textOf(mapOf(entry)["config"]);
    if (config !== undefined) agents[name] = absolute(config, path);
  }
  return {
    agents,
    ...(title === undefined ? {} : { title }),
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(mode === undefined ? {} : { mode }),
  };
}

/** The mode that a file asks for, when it is one that asks or only reads. */
function modeOf(root: Readonly<Record<string, unknown>>): "ask" | "plan" | undefined {
  if (root["mode"] === "plan") return "plan";
  if (root["mode"] === "ask" || root["mode"] === "edits" || root["yolo"] === false) return "ask";
  return undefined;
}

function absolute(path: string, from: string): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  return resolve(dirname(from), path);
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
