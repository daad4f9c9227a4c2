import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { configDir } from "./paths.js";
import { CONFIG_NAMES, readConfigFile } from "./read-file.js";
import { readYaml } from "./read-yaml.js";
import type { ConfigKey } from "./schema.js";
import { stripJsonc } from "./strip-jsonc.js";
import { plain } from "./tree.js";

type Scalar = string | number | boolean;

export type Saved =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly text: string };

/**
 * Writes one setting into the user's config file and leaves every other character of it as it is, comments included. The
 * file is made when there is none, and replaced in one step with its mode kept; a link stays a link. What cannot be
 * changed safely is refused with a text that names the file.
 */
export async function saveSetting(
  env: Readonly<Record<string, string | undefined>>,
  key: ConfigKey,
  value: Scalar,
): Promise<Saved> {
  const folder = configDir(env);
  const names = await readdir(folder).catch(() => [] as string[]);
  const name = CONFIG_NAMES.find((one) => names.includes(one));
  const file = join(folder, name ?? CONFIG_NAMES[0]!);
  const refuse = (why: string): Saved => ({
    ok: false,
    text: `${file} is left as it is: ${why}; write ${key}: ${written(value, true)} into it yourself`,
  });
  try {
    if (name === undefined) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replace(file, `${key}: ${written(value, false)}\n`, 0o600);
      return { ok: true, file };
    }
    const before = await readConfigFile(file);
    if (before === "missing" || !before.ok)
      return refuse(before === "missing" ? "it went away" : before.reason);
    const target = await realpath(file);
    const text = await readFile(target, "utf8");
    const json = [".json", ".jsonc"].includes(extname(file));
    const next = await change(text, key, value, json);
    const after = await readYaml(json ? stripJsonc(next) : next);
    const wanted = { ...(plain(before.root) as Record<string, unknown>), [key]: value };
    if (!after.ok || !isDeepStrictEqual(plain(after.root), wanted)) return refuse("its form is unusual");
    await replace(target, next, (await stat(target)).mode & 0o777);
    return { ok: true, file };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** The text with the setting in the place of the old one, else behind everything. */
async function change(text: string, key: string, value: Scalar, json: boolean): Promise<string> {
  const yaml = await import("yaml");
  const doc = yaml.parseDocument(json ? stripJsonc(text) : text, { uniqueKeys: false, logLevel: "error" });
  const root = doc.contents;
  // A file from Windows keeps its line ends.
  const line = text.includes("\r\n") ? "\r\n" : "\n";
  const end = text === "" || text.endsWith("\n") ? text : `${text}${line}`;
  if (!yaml.isMap(root)) return `${end}${key}: ${written(value, false)}${line}`;
  const pair = root.items.findLast((item) => yaml.isScalar(item.key) && item.key.value === key);
  const old = pair?.value;
  if (yaml.isNode(old) && old.range) {
    const [from, to] = old.range;
    // `key:` with nothing behind it: the place is right after the colon.
    const gap = from === to && text[from - 1] === ":" ? " " : "";
    // A text in lines of its own reaches to the end of the last one.
    const behind = text.slice(from, to).endsWith("\n") ? line : "";
    return text.slice(0, from) + gap + written(value, json) + behind + text.slice(to);
  }
  if (root.flow !== true) {
    const first = root.range?.[0] ?? 0;
    const indent = " ".repeat(first - (text.lastIndexOf("\n", first - 1) + 1));
    return `${end}${indent}${key}: ${written(value, false)}${line}`;
  }
  const last = root.items.at(-1);
  const entry = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const at = lastEnd(last) ?? (root.range?.[0] ?? 0) + 1;
  return text.slice(0, at) + (last === undefined ? entry : `,\n  ${entry}`) + text.slice(at);
}

function lastEnd(pair: unknown): number | undefined {
  const value = (pair as { value?: { range?: readonly number[] | null } | null } | undefined)?.value;
  return value?.range?.[1];
}

/** YAML and JSON in one spelling; words stay bare where YAML reads them as texts. */
function written(value: Scalar, quoted: boolean): string {
  const bare = typeof value === "string" && /^[a-z][\w-]*$/i.test(value);
  const taken = /^(?:true|false|yes|no|on|off|null|y|n)$/i.test(String(value));
  return bare && !taken && !quoted ? value : JSON.stringify(value);
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  const next = join(dirname(file), `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeFile(next, text, { mode, flag: "wx", flush: true });
    await chmod(next, mode);
    await rename(next, file);
  } finally {
    await rm(next, { force: true });
  }
}
