import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import type { ReadResult } from "./read-yaml.js";

/** Names of a config file in its folder; the first that is there is read. */
export const CONFIG_NAMES = ["config.yaml", "config.yml", "config.json", "config.jsonc"];

/** Bytes; a larger file is taken for a mistake, since reading it would take seconds. */
const MAX_BYTES = 262_144;

/** Reads a config file: YAML, or JSON with comments by its ending. `missing` when there is no such file. Never throws. */
export async function readConfigFile(path: string): Promise<ReadResult | "missing"> {
  let bytes: Uint8Array;
  try {
    const info = await stat(path);
    if (!info.isFile()) {
      return { ok: false, reason: info.isDirectory() ? "it is a folder" : "it is not a regular file" };
    }
    if (info.size > MAX_BYTES) return { ok: false, reason: `it is larger than ${MAX_BYTES / 1024} KiB` };
    bytes = await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return "missing";
    return {
      ok: false,
      reason: code === "EACCES" ? "no permission to read it" : `it cannot be read (${code ?? "error"})`,
    };
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, reason: "it is not UTF-8 text" };
  }
  if (text.includes("\0")) {
    return {
      ok: false,
      line: text.slice(0, text.indexOf("\0")).split("\n").length,
      reason: "it holds a NUL byte",
    };
  }
  const json = [".json", ".jsonc"].includes(extname(path).toLowerCase());
  const { readYaml } = await import("./read-yaml.js");
  return readYaml(json ? (await import("./strip-jsonc.js")).stripJsonc(text) : text);
}
