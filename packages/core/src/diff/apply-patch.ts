import { splitLines } from "./split-lines.js";

/** A patch that does not fit; `message` names the line of the text or of the patch. */
export class PatchError extends Error {
  override readonly name = "PatchError";
}

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const NO_NEWLINE = "\\ No newline at end of file";

/**
 * Applies unified hunks (without file headers) exactly where they say: no offset, no fuzz, every context and removed
 * line byte for byte.
 *
 * @throws {PatchError} when a line differs or the patch is malformed.
 */
export function applyPatch(before: string, patch: string): string {
  const lines = splitLines(before);
  const rows = patch.split("\n");
  if (rows.at(-1) === "") rows.pop();
  const out: string[] = [];
  let at = 0;
  for (let row = 0; row < rows.length;) {
    const head = HEAD.exec(rows[row]!);
    if (!head) throw new PatchError(`line ${row + 1} of the patch is not a hunk header`);
    const oldLines = Number(head[2] ?? 1);
    const newLines = Number(head[4] ?? 1);
    const start = Number(head[1]) - (oldLines === 0 ? 0 : 1);
    if (start < at || start > lines.length)
      throw new PatchError(`the hunk for line ${head[1]} is out of place`);
    for (; at < start; at += 1) out.push(lines[at]!);
    if (out.length !== Number(head[3]) - (newLines === 0 ? 0 : 1)) {
      throw new PatchError(`the hunk for line ${head[1]} has a wrong position in the new text`);
    }
    const outEnd = out.length + newLines;
    const oldEnd = at + oldLines;
    for (row += 1; row < rows.length && (at < oldEnd || out.length < outEnd); row += 1) {
      const sign = rows[row]![0];
      const bare = rows[row + 1] === NO_NEWLINE;
      const text = rows[row]!.slice(1) + (bare ? "" : "\n");
      if (sign !== " " && sign !== "-" && sign !== "+")
        throw new PatchError(`line ${row + 1} of the patch has no sign`);
      if (sign !== "+") {
        if (at >= oldEnd || lines[at] !== text)
          throw new PatchError(`line ${at + 1} of the text is not what the patch expects`);
        at += 1;
      }
      if (sign !== "-") out.push(text);
      if (bare) row += 1;
    }
    if (at !== oldEnd || out.length !== outEnd)
      throw new PatchError(`the hunk for line ${head[1]} does not have the lines it announces`);
  }
  for (; at < lines.length; at += 1) out.push(lines[at]!);
  const cut = out.findIndex((line, index) => index < out.length - 1 && !line.endsWith("\n"));
  if (cut !== -1) throw new PatchError(`the patch leaves line ${cut + 1} without a newline in the middle`);
  return out.join("");
}
