import type { Block, EventBody, FileChange } from "@mm-agent/core";
import { visibleWidth } from "@earendil-works/pi-tui";
import { oneLine } from "../../../output/one-line.js";
import type { Laid, Room, TranscriptBlock } from "../block.js";
import { fitRows, fitText, wrapText } from "../text/rows.js";
import { safeText, terminalText } from "../text/safe-text.js";
import { bodyRows, keptBlocks, keptText, type CallOutput } from "./call-body.js";

type Planned = Extract<EventBody, { readonly type: "tool.planned" }>;
type Done = Extract<EventBody, { readonly type: "tool.done" }>;

export interface CallBlock extends TranscriptBlock {
  readonly tool: string;
  readonly title: string;
  readonly done: boolean;
  asked(waiting: boolean): void;
  started(): void;
  progress(block: Block): void;
  end(event: Done): void;
  /** Gives up most of the output: nobody has looked at it for long. */
  shrink(): void;
  /** Units of text that are kept. */
  readonly size: number;
}

/** Rows of output that are shown while a call runs, and units of it that are kept for that. */
const TAIL_ROWS = 5;
const TAIL_TEXT = 16_384;
/** Units that stay of the output of a call long ago. */
const SHRUNK = 1000;

/** One call: its line with how it stands, and its output folded below. `agents`: who called, for those of asked agents. */
export function createCall(
  { tool, title }: Pick<Planned, "tool" | "title">,
  agents: readonly string[],
): CallBlock {
  const who = agents.length > 0 ? `${agents.join(" · ")} · ` : "";
  let state: "planned" | "asked" | "running" | "done" = "planned";
  let tail = "";
  let result: { readonly ok: boolean; readonly code?: string; readonly ms: number } | undefined;
  let output: CallOutput | undefined;

  const status = ({ theme }: Room): string => {
    if (!result)
      return state === "asked" ? theme.warning("? asks") : state === "running" ? theme.dim("…") : "";
    const time = result.ms >= 100 ? ` ${(result.ms / 1000).toFixed(1)} s` : "";
    if (result.ok) return theme.ok("✓") + theme.dim(time);
    return (
      theme.error(`✗${result.code === undefined ? "" : ` ${result.code.replace("_", " ")}`}`) +
      theme.dim(time)
    );
  };
  /** The line of the call; `cut` when not all of its title stands there. */
  const head = (room: Room): { readonly row: string; readonly cut: boolean } => {
    const { theme, width } = room;
    const state = status(room);
    const name = safeText(oneLine(tool));
    // A call of which nothing is known but its tool has that for a title.
    const line = safeText(oneLine(title === tool ? agents.join(" · ") : who + title));
    const space = width - visibleWidth(name) - 4 - (state === "" ? 0 : visibleWidth(state) + 2);
    const shown = fitText(line, space);
    const row = `${theme.accent("‣")} ${theme.bold(name)}${shown === "" ? "" : `  ${shown}`}${state === "" ? "" : `  ${state}`}`;
    return { row, cut: shown !== line || title.includes("\n") };
  };

  return {
    tool,
    title,
    close: true,
    get done() {
      return state === "done";
    },
    get size() {
      return output?.size ?? 0;
    },
    asked(waiting) {
      if (state !== "done") state = waiting ? "asked" : "planned";
    },
    started() {
      if (state !== "done") state = "running";
    },
    progress(block) {
      if (block.type === "diff") return;
      tail = block.type === "terminal" ? tail + block.chunk : `${tail}${block.text}\n`;
      if (tail.length > 2 * TAIL_TEXT) tail = tail.slice(-TAIL_TEXT);
    },
    end(event) {
      state = "done";
      tail = "";
      result = { ok: event.ok, ms: event.ms, ...(event.code === undefined ? {} : { code: event.code }) };
      const changes = (event.changes ?? []).filter((change) => change.patch !== "").map(withoutTexts);
      const text = keptText(event.text);
      const display = event.display && keptBlocks(event.display);
      output = {
        ok: event.ok,
        echo: event.echo,
        text,
        ...(display ? { display } : {}),
        changes,
        size: text.length + changes.reduce((sum, change) => sum + change.patch.length, 0),
      };
    },
    shrink() {
      if (!output) return;
      const text = keptText(output.text, SHRUNK);
      const changes = output.changes.filter((change) => change.patch.length <= SHRUNK);
      output = { ok: output.ok, echo: output.echo, text, changes, size: text.length };
    },
    lay(room, open): Laid {
      const { row, cut } = head(room);
      const rows = fitRows([row], room);
      if (open && cut) rows.push(...wrapText(safeText(who + title), room, room.theme.bold, "    "));
      if (!output) {
        const lines = tail === "" ? [] : terminalText(tail).trimEnd().split("\n").slice(-TAIL_ROWS);
        const shown = lines.map((line) => room.theme.dim(`    ${fitText(line, room.width - 4)}`));
        return { rows: [...rows, ...fitRows(shown, room)], foldable: cut };
      }
      const body = bodyRows(output, room, open);
      return { rows: [...rows, ...body.rows], foldable: open || cut || body.cut };
    },
  };
}

/** Whole file texts are for memory and editors; the patch says the same in short. */
function withoutTexts({ path, patch, added, removed }: FileChange): FileChange {
  return { path, patch, added, removed };
}
