import type { Terminal } from "@xterm/headless";
import type { Block, EventBody, MmEvent } from "@mm-agent/core";
import { createTheme, type Colours, type ThemeName } from "../theme/create-theme.js";
import type { Transcript } from "../types.js";
import { createTranscript } from "./create-transcript.js";

/** A transcript for tests, with short ways to tell it things. */
export interface Kit {
  readonly transcript: Transcript;
  emit(body: EventBody, agent?: readonly string[]): void;
  text(text: string, messageId?: string, agent?: readonly string[]): void;
  thought(text: string, messageId?: string, agent?: readonly string[]): void;
  plan(callId: string, tool: string, title: string, agent?: readonly string[]): void;
  progress(callId: string, block: Block): void;
  done(
    callId: string,
    text: string,
    more?: Partial<Extract<EventBody, { type: "tool.done" }>>,
    agent?: readonly string[],
  ): void;
  end(more?: Partial<Extract<EventBody, { type: "turn.end" }>>, agent?: readonly string[]): void;
  /** Rows as text, blanks at their ends cut. */
  rows(width?: number): string[];
  /** How often more was ready without an event. */
  readonly changes: number;
  readonly events: readonly MmEvent[];
}

export interface KitOptions {
  readonly colours?: Colours;
  readonly theme?: ThemeName;
  readonly previewLines?: number;
}

export const COUNTERS = {
  requests: 1,
  calls: 1,
  byLabel: [{ icon: "🔎", label: "search(es)", count: 2 }],
  usage: { input: 9, output: 3 },
  ms: 4200,
} as const;

export function createKit({ colours = 0, theme = "dark", previewLines = 3 }: KitOptions = {}): Kit {
  const paints = createTheme({ name: theme, colours });
  let changes = 0;
  const events: MmEvent[] = [];
  const transcript = createTranscript({
    theme: () => paints,
    cwd: "/srv/project",
    previewLines,
    changed: () => {
      changes += 1;
    },
  });
  const emit: Kit["emit"] = (body, agent) => {
    const event: MmEvent = {
      v: 1,
      seq: events.length + 1,
      at: "2026-01-02T03:04:05.000Z",
      session: "s",
      ...(agent ? { agent } : {}),
      ...body,
    };
    events.push(event);
    transcript.event(event);
  };
  return {
    transcript,
    events,
    emit,
    get changes() {
      return changes;
    },
    text: (text, messageId = "m1", agent) => emit({ type: "text.delta", messageId, text }, agent),
    thought: (text, messageId = "m1", agent) => emit({ type: "thought.delta", messageId, text }, agent),
    plan: (callId, tool, title, agent) =>
      emit(
        { type: "tool.planned", callId, tool, icon: "🔎", title, kind: "read", input: {}, plan: { title } },
        agent,
      ),
    progress: (callId, block) => emit({ type: "tool.progress", callId, block }),
    done: (callId, text, more, agent) =>
      emit(
        {
          type: "tool.done",
          callId,
          tool: "t",
          title: "",
          ok: true,
          text,
          ms: 1200,
          echo: "preview",
          ...more,
        },
        agent,
      ),
    end: (more, agent) => emit({ type: "turn.end", reason: "done", counters: COUNTERS, ...more }, agent),
    rows: (width = 60) => transcript.render(width).map((row) => plain(row).trimEnd()),
  };
}

/* oxlint-disable no-control-regex */
const SEQUENCES = /\x1b\[[\d;]*m|\x1b\](?:[^\x07\x1b]*)(?:\x07|\x1b\\)/g;

/** A row without its colours, links and marks. */
export function plain(row: string): string {
  return row.replace(SEQUENCES, "");
}

/** What a real terminal makes of rows that are written as the window writes them. */
export async function screenOf(rows: readonly string[], cols: number): Promise<Terminal> {
  const { default: xterm } = await import("@xterm/headless");
  const terminal = new xterm.Terminal({ cols, rows: Math.max(1, rows.length), allowProposedApi: true });
  // Without breaking rows, as the alternate screen of pi-tui has it.
  const text = `\x1b[?7l${rows.map((row, index) => `\x1b[${index + 1};1H${row}\x1b[0m\x1b]8;;\x07`).join("")}`;
  await new Promise<void>((done) => terminal.write(text, done));
  return terminal;
}

/** The text of a row on the screen. */
export function lineOf(terminal: Terminal, row: number): string {
  return terminal.buffer.active.getLine(row)?.translateToString(true) ?? "";
}

/** Foreground and background of a cell as `#rrggbb`, a palette number, or undefined for the terminal's own. */
export function coloursOf(
  terminal: Terminal,
  row: number,
  column: number,
): { readonly fg: string | number | undefined; readonly bg: string | number | undefined } {
  const cell = terminal.buffer.active.getLine(row)?.getCell(column);
  if (!cell) throw new Error(`there is no cell ${column} in row ${row}`);
  const hex = (value: number): string => `#${value.toString(16).padStart(6, "0")}`;
  return {
    fg: cell.isFgRGB() ? hex(cell.getFgColor()) : cell.isFgPalette() ? cell.getFgColor() : undefined,
    bg: cell.isBgRGB() ? hex(cell.getBgColor()) : cell.isBgPalette() ? cell.getBgColor() : undefined,
  };
}
