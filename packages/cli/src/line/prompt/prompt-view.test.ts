import { describe, expect, it } from "vitest";
import { createStyle } from "../../output/style.js";
import { Editor } from "../editor/editor.js";
import { createHistory } from "../../interactive/history.js";
import { key } from "../keys/types.js";
import { widthOf } from "../render/width.js";
import { echoRows, promptLive } from "./prompt-view.js";

const style = createStyle({ isTTY: false }, {});
const prompt = { text: "ask > ", width: 6 };

function editor(text: string): Editor {
  const source = {
    commands: () => [
      { name: "model", description: "Show the models of the server, or change to one", hint: "[model]" },
      { name: "mode", description: "Change the mode" },
    ],
    files: () => [],
  };
  const made = new Editor(createHistory(["npm test\nsecond line"]), source);
  made.press({ type: "text", text });
  return made;
}

describe("promptLive", () => {
  it("shows the text behind the mode, with the cursor", () => {
    expect(promptLive(editor("hi"), { columns: 40, rows: 24, style, prompt })).toEqual({
      rows: ["ask > hi"],
      cursor: { row: 0, column: 8 },
    });
  });

  it("shows what can be completed below it, marks the chosen one, and gives a hint its place otherwise", () => {
    const made = editor("/mo");
    expect(promptLive(made, { columns: 50, rows: 24, style, prompt, hint: "a hint" }).rows).toEqual([
      "ask > /mo",
      "  /mode           Change the mode",
      "  /model [model]  Show the models of the server,…",
    ]);
    made.press(key("down"));
    expect(promptLive(made, { columns: 50, rows: 24, style, prompt }).rows[1]).toBe(
      "❯ /mode           Change the mode",
    );
    made.press(key("escape"));
    expect(promptLive(made, { columns: 50, rows: 24, style, prompt, hint: "a hint" }).rows[1]).toBe("a hint");
  });

  it("wraps a hint that is longer than a row", () => {
    const hint = "there is no command /eixt; did you mean /exit? (put a blank before it)";
    const { rows, cursor } = promptLive(editor("hi"), { columns: 40, rows: 24, style, prompt, hint });
    expect(rows).toEqual([
      "ask > hi",
      "there is no command /eixt; did you mean",
      "/exit? (put a blank before it)",
    ]);
    expect(cursor).toEqual({ row: 0, column: 8 });
    expect(promptLive(editor("hi"), { columns: 10, rows: 4, style, prompt, hint }).rows).toHaveLength(2);
  });

  it("shows a search instead", () => {
    const made = editor("");
    made.press(key("char", { ctrl: true, char: "r" }));
    made.press({ type: "text", text: "npm" });
    expect(promptLive(made, { columns: 60, rows: 24, style, prompt }).rows).toEqual([
      "(search) npm: npm test⏎second line",
    ]);
  });

  it.each([10, 20])("fits into a terminal of %i columns and 4 rows", (columns) => {
    for (const text of ["x".repeat(300), "漢字".repeat(50), "/mo"]) {
      const { rows } = promptLive(editor(text), { columns: columns, rows: 4, style, prompt });
      expect(rows.length).toBeLessThanOrEqual(3);
      for (const row of rows) expect(widthOf(row)).toBeLessThan(columns);
    }
  });
});

it("echoes a long prompt by its first lines and the number of the rest", () => {
  expect(echoRows("one\n\ttwo\n", style)).toEqual(["> one", "      two"]);
  const rows = echoRows(Array.from({ length: 10_000 }, (_, at) => `line ${at}`).join("\n"), style);
  expect(rows).toHaveLength(12);
  expect(rows.at(-1)).toBe("  … 9989 more lines");
});
