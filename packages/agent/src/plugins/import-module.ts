import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import { syntaxPlace } from "./syntax-place.js";

const HOST = "@mm-agent/core";

/**
 * Imports a plugin's module. TypeScript goes through Node where Node strips types, else through `jiti`, which also
 * serves files that cannot reach the contract package by themselves: they get the host's own copy of it.
 */
export async function importModule(file: string, options: { cacheDir?: string } = {}): Promise<unknown> {
  if (isTypeScript(file) && !stripsTypes()) return throughJiti(file, options.cacheDir);
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (error) {
    if (error instanceof SyntaxError && !isTypeScript(file)) await addPlace(error, file);
    if (!needsJiti(error)) throw error;
    return throughJiti(file, options.cacheDir);
  }
}

async function addPlace(error: SyntaxError, file: string): Promise<void> {
  const place = await syntaxPlace(file);
  if (place !== undefined && !error.message.includes(place)) error.message += ` (${place})`;
}

function isTypeScript(file: string): boolean {
  return [".ts", ".mts", ".cts"].includes(extname(file));
}

function stripsTypes(): boolean {
  const features = process.features as { typescript?: string | false };
  return features.typescript === "strip" || features.typescript === "transform";
}

function needsJiti(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  // Of a file that does not parse only jiti says where.
  if (code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" || code === "ERR_INVALID_TYPESCRIPT_SYNTAX") return true;
  if (code === "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING") return true;
  return code === "ERR_MODULE_NOT_FOUND" && (message ?? "").includes(`'${HOST}'`);
}

async function throughJiti(file: string, cacheDir: string | undefined): Promise<unknown> {
  const [{ createJiti }, host] = await Promise.all([import("jiti"), import("@mm-agent/core")]);
  const jiti = createJiti(import.meta.url, {
    // Left to itself jiti would write into the project's node_modules.
    fsCache: cacheDir ?? false,
    interopDefault: false,
    virtualModules: { [HOST]: host },
  });
  return jiti.import(file);
}
