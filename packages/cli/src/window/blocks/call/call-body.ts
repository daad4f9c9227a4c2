import { boundText, type Block, type FileChange } from "@mm-agent/core";
import { previewOf } from "../../../output/preview.js";
import type { Room } from "../block.js";
import { blockRows } from "../block-rows.js";
import { changeRows } from "../diff/change-rows.js";
import { fitRows, fitText, inner, wrapText } from "../text/rows.js";
import { safeText, terminalText } from "../text/safe-text.js";

/** What a call came to, as far as it is kept. */
export interface CallOutput {
  readonly ok: boolean;
  readonly echo: "preview" | "none";
  readonly text: string;
  readonly display?: readonly Block[];
  readonly changes: readonly FileChange[];
  /** Units of text. */
  readonly size: number;
}

/** Units of one output that are kept. */
const LONGEST = 100_000;

export function keptText(text: string, most = LONGEST): string {
  return text.length <= most ? text : boundText(text, most, "middle", "they are not kept");
}

export function keptBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) => {
    if (block.type === "terminal") return { ...block, chunk: keptText(block.chunk) };
    if (block.type !== "diff") return { ...block, text: keptText(block.text) };
    const { path, patch, added, removed } = block.change;
    return { type: "diff", change: { path, patch, added, removed } };
  });
}

/** Output and changes below a call's line: a preview, or all of it. */
export function bodyRows(
  { ok, echo, text, display, changes }: CallOutput,
  room: Room,
  open: boolean,
): { readonly rows: string[]; readonly cut: boolean } {
  const rows: string[] = [];
  let cut = false;
  const whole = plainOf(text, display);
  // A change says what an edit did; of its text the first line is enough.
  const short = changes.length > 0 && !display && !open;
  const body = short ? (whole.split("\n", 1)[0] ?? "") : whole;
  cut ||= body.trimEnd() !== whole.trimEnd();
  if (open) {
    const within = inner(room, 4);
    if (display) rows.push(...blockRows(display, within));
    else if (body.trim() === "") rows.push(...fitRows([room.theme.dim("    (no output)")], room));
    else rows.push(...wrapText(terminalText(body).replace(/\n+$/, ""), within, (row) => row));
  } else if (echo === "none" && ok) cut = body.trim() !== "";
  else if (!ok && isOneLine(body)) {
    // What went wrong is read to its end.
    const whole = wrapText(terminalText(body).trim(), inner(room, 4), room.theme.dim);
    cut ||= whole.length > room.previewLines;
    rows.push(...whole.slice(0, room.previewLines));
  } else {
    const preview = previewOf(terminalText(body), {
      limit: room.previewLines,
      keepLast: !ok,
      fit: (line) => {
        const fitted = fitText(line, room.width - 4);
        cut ||= fitted !== line;
        return fitted;
      },
    });
    cut ||= body.trimEnd().split("\n").length > room.previewLines;
    rows.push(
      ...fitRows(
        preview.map((row) => room.theme.dim(` ${row}`)),
        room,
      ),
    );
  }
  // Unfolded, the display has drawn its own.
  const shown = (open ? [] : (display ?? [])).flatMap((block) =>
    block.type === "diff" ? [block.change] : [],
  );
  for (const change of [...shown, ...changes]) {
    const made = changeRows(change, room, open ? undefined : Math.max(20, room.previewLines * 4));
    cut ||= made.cut;
    rows.push(...made.rows);
  }
  return { rows, cut };
}

function isOneLine(text: string): boolean {
  const line = text.trim();
  return line !== "" && !line.includes("\n");
}

function plainOf(text: string, display: readonly Block[] | undefined): string {
  if (!display) return text;
  return display
    .map((block) =>
      block.type === "diff" ? "" : block.type === "terminal" ? block.chunk : safeText(block.text),
    )
    .filter((one) => one !== "")
    .join("\n");
}
