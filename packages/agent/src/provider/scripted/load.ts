import { readFile } from "node:fs/promises";
import { scriptFault, showPath, type Script } from "./script.js";

export type LoadedScript =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly text: string };

/** Reads a script from a YAML or JSON file. A failure's text begins with file and line. */
export async function loadScript(file: string): Promise<LoadedScript> {
  let source: string;
  try {
    source = await readFile(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return { ok: false, text: `${file}: ${code === "ENOENT" ? "no such file" : (error as Error).message}` };
  }
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken !== undefined)
    return { ok: false, text: `${file}:${lines.linePos(broken.pos[0]).line}: ${broken.message}` };
  const value: unknown = document.toJS();
  const fault = scriptFault(value);
  if (fault === undefined) return { ok: true, script: value as Script };
  // A key that should not be there has a value; a missing one has not: its parent's line is shown.
  let at = 0;
  for (let depth = fault.path.length; depth >= 0; depth--) {
    const node = document.getIn(fault.path.slice(0, depth), true) as
      | { range?: [number, number, number] | null }
      | undefined;
    if (node?.range === undefined || node.range === null) continue;
    at = node.range[0];
    break;
  }
  return { ok: false, text: `${file}:${lines.linePos(at).line}: ${showPath(fault.path)} ${fault.message}` };
}
