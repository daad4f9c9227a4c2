import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Laid, Room, TranscriptBlock } from "./block.js";
import { fillRow, fitRows } from "./text/rows.js";
import { safeText } from "./text/safe-text.js";

/** Rows of a long question that are shown folded. */
const FEW = 12;
/** Tells pi-tui where a question begins, so that its keys jump from one to the next. */
const MARK = "\x1b]133;A\x07";

/** What the person sent, on a ground as wide as the window. */
export function createQuestion(text: string): TranscriptBlock {
  return {
    lay(room, open): Laid {
      const marks = room.width < 6 ? ["", ""] : ["> ", "  "];
      const width = room.width - (marks[0]?.length ?? 0);
      const lines = safeText(text)
        .replace(/\s+$/, "")
        .split("\n")
        .flatMap((line) => wrapTextWithAnsi(line, width));
      const many = lines.length > FEW + 1;
      const shown = many && !open ? [...lines.slice(0, FEW), `… ${lines.length - FEW} more lines`] : lines;
      const rows = fitRows(
        shown.map((line, index) => wide(`${marks[index === 0 ? 0 : 1] ?? ""}${line}`, room)),
        room,
      );
      rows[0] = MARK + (rows[0] ?? "");
      return { rows, foldable: many };
    },
  };
}

function wide(row: string, room: Room): string {
  const [cut = ""] = fitRows([row], { ...room, indent: "" });
  return fillRow(room.theme.question(cut), room.width, room.theme.question);
}
