import { expect, it } from "vitest";
import { sessionLine } from "../commands/sessions.js";
import { titleFrom } from "./title.js";

it("leaves tabs and control characters out of titles, also of stored ones", () => {
  const prompt = "\n \tfix\tthe\u001b[2J \u0007 list\nmore";
  expect(titleFrom(prompt)).toBe("fix the [2J list");
  const info = { id: "0123456789", file: "", cwd: "", model: "", prompts: 1, bytes: 1 };
  const at = "2026-01-01T10:00:00.000Z";
  expect(sessionLine({ ...info, title: "a\tb\u009bc", startedAt: at, changedAt: at })).toBe(
    "01234567  2026-01-01 10:00    1 prompt   a b c",
  );
});
