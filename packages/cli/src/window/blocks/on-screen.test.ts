import { ScrollView, TuiAltScreen, type Terminal } from "@earendil-works/pi-tui";
import xterm from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { loadHighlighter } from "../highlight/highlighter.js";
import { createTheme } from "../theme/create-theme.js";
import { createLiveTheme } from "../theme/live-theme.js";
import type { Transcript } from "../types.js";
import { createTranscript } from "./create-transcript.js";
import { coloursOf, lineOf } from "./transcript-kit.js";

/** The transcript in pi-tui's alternate screen, on a terminal whose cells can be read. */
function onScreen(cols = 40, rows = 12) {
  const screen = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  let input: (data: string) => void = () => {};
  const nothing = (): void => {};
  const terminal: Terminal = {
    start: (onInput) => void (input = onInput),
    stop: nothing,
    drainInput: () => Promise.resolve(),
    write: (data) => screen.write(data),
    get columns() {
      return screen.cols;
    },
    get rows() {
      return screen.rows;
    },
    kittyProtocolActive: false,
    moveBy: nothing,
    hideCursor: nothing,
    showCursor: nothing,
    clearLine: nothing,
    clearFromCursor: nothing,
    clearScreen: nothing,
    setTitle: nothing,
    setProgress: nothing,
    setProgramStatus: nothing,
  };
  const live = createLiveTheme(createTheme({ name: "dark", colours: "truecolor" }));
  const tui = new TuiAltScreen(terminal);
  let changes = 0;
  const transcript: Transcript = createTranscript({
    theme: () => live.theme,
    cwd: "/srv",
    previewLines: 2,
    changed: () => {
      changes += 1;
    },
  });
  tui.setLayoutRoot(new ScrollView(transcript, { follow: "end", primary: true }));
  tui.start();
  const frame = async (): Promise<string[]> => {
    tui.requestRender();
    tui.renderNow();
    await new Promise<void>((done) => screen.write("", done));
    return Array.from({ length: screen.rows }, (_value, row) => lineOf(screen, row).trimEnd());
  };
  const emit = (event: object): void =>
    transcript.event({ v: 1, seq: 1, at: "", session: "s", ...event } as Parameters<Transcript["event"]>[0]);
  return {
    screen,
    transcript,
    live,
    tui,
    frame,
    emit,
    input: (data: string) => input(data),
    changes: () => changes,
  };
}

const CALL = { callId: "c", tool: "bash", title: "ls", kind: "execute", input: {}, plan: { title: "ls" } };

describe("in the alternate screen", () => {
  it("colours code when the highlighter has come", async () => {
    const { transcript, frame, emit, screen, changes } = onScreen();
    emit({ type: "text.delta", messageId: "m", text: "```ts\nconst a = 1;\n```\n" });
    const before = await frame();
    expect(before[1]).toBe("  const a = 1;");
    expect(coloursOf(screen, 1, 2).fg).toBeUndefined();
    expect(changes()).toBe(0);
    await loadHighlighter();
    expect(changes()).toBe(1);
    expect(await frame()).toEqual(before);
    expect(coloursOf(screen, 1, 2).fg).toBe("#d3a4f2");
    expect(transcript.codeBlocks()).toEqual([{ language: "ts", code: "const a = 1;" }]);
  });

  it("unfolds with a click of the mouse and folds again", async () => {
    const { frame, emit, input } = onScreen();
    emit({ type: "tool.planned", ...CALL });
    emit({
      type: "tool.done",
      callId: "c",
      tool: "bash",
      title: "ls",
      ok: true,
      text: "1\n2\n3\n4",
      ms: 1,
      echo: "preview",
    });
    const folded = await frame();
    expect(folded.slice(0, 5)).toEqual(["‣ bash  ls  ✓", "    1", "    2", "    … 2 more lines", ""]);
    const click = (row: number): void => {
      input(`\x1b[<0;3;${row}M`);
      input(`\x1b[<0;3;${row}m`);
    };
    click(2);
    expect((await frame()).slice(0, 6)).toEqual(["‣ bash  ls  ✓", "    1", "    2", "    3", "    4", ""]);
    click(1);
    expect(await frame()).toEqual(folded);
  });

  it("takes the colours of another theme", async () => {
    const { frame, emit, live, tui, screen } = onScreen();
    emit({ type: "text.delta", messageId: "m", text: "# Head\n\n`code`" });
    await frame();
    expect([coloursOf(screen, 0, 0).fg, coloursOf(screen, 2, 0).fg]).toEqual(["#7fd6c2", "#e8c27a"]);
    live.set(createTheme({ name: "light", colours: "truecolor" }));
    tui.invalidate();
    await frame();
    expect([coloursOf(screen, 0, 0).fg, coloursOf(screen, 2, 0).fg]).toEqual(["#00665c", "#7a4a00"]);
  });

  it("stays at the end while text comes, in every width", async () => {
    const { frame, emit, screen } = onScreen(40, 6);
    for (let line = 0; line < 60; line += 1)
      emit({ type: "text.delta", messageId: "m", text: `line ${line}\n\n` });
    expect((await frame()).at(-1)).toBe("line 59");
    screen.resize(9, 6);
    emit({ type: "text.delta", messageId: "m", text: "the last words" });
    expect((await frame()).slice(-3)).toEqual(["", "the last", "words"]);
  });
});

it("does not lay out again what is complete", () => {
  const base = createTheme({ name: "dark", colours: 0 });
  const seen: string[] = [];
  const theme = {
    ...base,
    heading: (text: string) => {
      if (!text.includes("\0")) seen.push(text);
      return text;
    },
  };
  const transcript = createTranscript({ theme: () => theme, cwd: "/", previewLines: 2, changed: () => {} });
  const feed = (text: string): void => {
    transcript.event({ v: 1, seq: 1, at: "", session: "s", type: "text.delta", messageId: "m", text });
    transcript.render(60);
  };
  for (let part = 0; part < 200; part += 1)
    for (const piece of [`# Part ${part}\n`, "\nSome ", "words ", "more ", "and more\n\n", "- item\n"])
      feed(piece);
  // Once while the line is still coming, and once when it is complete.
  expect(seen.length).toBeLessThanOrEqual(400);
  const rows = transcript.render(60);
  feed("x");
  expect(transcript.render(60)).toBe(rows);
});
