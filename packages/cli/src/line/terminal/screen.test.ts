import xterm from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { Screen } from "./screen.js";

interface Bench {
  readonly screen: Screen;
  readonly lines: () => Promise<string[]>;
  readonly resize: (columns: number, rows?: number) => Promise<void>;
  readonly bytes: () => string;
}

/** A screen on an emulated terminal. */
function bench(columns = 20, rows = 6): Bench {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 500, allowProposedApi: true });
  let bytes = "";
  const screen = new Screen({
    write: (text) => {
      bytes += text;
      terminal.write(text);
    },
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
  });
  terminal.onData((data) => {
    const found = /\[\d+;(\d+)R/.exec(data);
    if (found) screen.reported(Number(found[1]));
  });
  const settled = (): Promise<void> => {
    screen.flush();
    return new Promise((resolve) => terminal.write("", resolve));
  };
  return {
    screen,
    bytes: () => bytes,
    async lines() {
      await settled();
      const buffer = terminal.buffer.active;
      const lines: string[] = [];
      for (let at = 0; at < buffer.length; at += 1) {
        const line = buffer.getLine(at);
        const text = line?.translateToString(true) ?? "";
        if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
        else lines.push(text);
      }
      while (lines.at(-1) === "") lines.pop();
      return lines;
    },
    async resize(cols, height = terminal.rows) {
      await settled();
      terminal.resize(cols, height);
      screen.resized();
      await settled();
      await settled();
    },
  };
}

describe("Screen", () => {
  it("prints above the live part, which is drawn anew", async () => {
    const { screen, lines } = bench();
    screen.print(["one"]);
    screen.live({ rows: ["working"] });
    expect(await lines()).toEqual(["one", "working"]);
    screen.print(["two", "three"]);
    screen.live({ rows: ["still", "working"] });
    expect(await lines()).toEqual(["one", "two", "three", "still", "working"]);
    screen.live({ rows: [] });
    expect(await lines()).toEqual(["one", "two", "three"]);
  });

  it("writes nothing when nothing changed", async () => {
    const { screen, lines, bytes } = bench();
    screen.live({ rows: ["same"], cursor: { row: 0, column: 4 } });
    await lines();
    const before = bytes();
    screen.live({ rows: ["same"], cursor: { row: 0, column: 4 } });
    await lines();
    expect(bytes()).toBe(before);
  });

  it("puts one blank row between blocks, however often it is asked for", async () => {
    const { screen, lines } = bench();
    screen.gap();
    screen.print(["one"]);
    screen.gap();
    screen.gap();
    screen.print(["two"]);
    expect(await lines()).toEqual(["one", "", "two"]);
  });

  it.each([
    ["without a cursor", ["0123456789012345678"], undefined],
    ["without a cursor, in two rows", ["0123456789012345678", "second row of live."], undefined],
    ["with a cursor near the start", ["0123456789012345678"], { row: 0, column: 3 }],
    ["with a cursor beyond the new edge", ["0123456789012345678"], { row: 0, column: 18 }],
    ["with a cursor in the last row", ["0123456789012345678", "second row of live."], { row: 1, column: 5 }],
  ])("leaves no copy when the terminal is resized, %s", async (_name, drawn, cursor) => {
    const { screen, lines, resize } = bench(20, 8);
    screen.print(["printed one, long..", "printed two"]);
    screen.live({ rows: drawn, ...(cursor ? { cursor } : {}) });
    await lines();
    for (const columns of [12, 30, 9, 20]) {
      await resize(columns);
      const rows = drawn.map((row) => row.slice(0, columns - 1));
      screen.live({
        rows,
        ...(cursor ? { cursor: { row: cursor.row, column: Math.min(cursor.column, columns - 2) } } : {}),
      });
      expect(await lines()).toEqual(["printed one, long..", "printed two", ...rows]);
    }
  });

  it("scrolls when the live part stands at the bottom", async () => {
    const { screen, lines } = bench(20, 4);
    for (let at = 0; at < 10; at += 1) {
      screen.print([`row ${at}`]);
      screen.live({ rows: ["live a", "live b"], cursor: { row: 1, column: 2 } });
      await lines();
    }
    expect(await lines()).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `row ${at}`),
      "live a",
      "live b",
    ]);
  });

  it("clears the screen on request and draws the live part again", async () => {
    const { screen, lines } = bench();
    screen.print(["printed"]);
    screen.live({ rows: ["> draft"], cursor: { row: 0, column: 7 } });
    await lines();
    screen.clear();
    expect(await lines()).toEqual(["> draft"]);
  });

  it("hides the cursor while the live part has none, and gives it back", async () => {
    const { screen, lines, bytes } = bench();
    screen.live({ rows: ["working"] });
    await lines();
    expect(bytes().startsWith("\x1b[?25l")).toBe(true);
    screen.suspend();
    expect(bytes().endsWith("\x1b[?25h")).toBe(true);
    expect(await lines()).toEqual([]);
  });
});
