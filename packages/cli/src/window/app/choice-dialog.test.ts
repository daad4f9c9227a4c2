import { expect, it } from "vitest";
import { createTheme } from "../theme/create-theme.js";
import { ChoiceDialog } from "./choice-dialog.js";

function dialog(rows: number): ChoiceDialog {
  return new ChoiceDialog({
    theme: createTheme({ name: "dark", colours: 0 }),
    title: "Trust it?",
    about: Array.from({ length: 12 }, (_, at) => `- reason ${at + 1}`),
    labels: ["Yes", "No"],
    at: 1,
    rows: () => rows,
    typedAhead: () => {},
    done: () => {},
  });
}

it("shows everything where there is room", () => {
  const text = dialog(40).render(40).join("\n");
  expect(text).toContain("reason 12");
  expect(text).not.toContain("more");
});

it("always shows the answers, and scrolls what they are about", () => {
  const small = dialog(15);
  const drawn = small.render(40);
  expect(drawn).toHaveLength(12);
  expect(drawn.join("\n")).toMatch(/reason 1 [^]*↓ 5 more · PageUp, PageDown[^]*1\. Yes[^]*→ 2\. No/);
  small.handleInput("\x1b[6~");
  expect(small.render(40).join("\n")).toMatch(/reason 12 [^]*↑ 5 more · PageUp, PageDown/);
  small.handleInput("\x1b[5~");
  expect(small.render(40).join("\n")).toContain("reason 1 ");
  small.handleInput("\x1b");
});
