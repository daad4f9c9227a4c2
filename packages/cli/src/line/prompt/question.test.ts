import type { Answer, PermissionRequest } from "@mm-agent/core";
import { describe, expect, it } from "vitest";
import { createStyle } from "../../output/style.js";
import { key } from "../keys/types.js";
import { Question, questionRows } from "./question.js";

const style = createStyle({ isTTY: false }, {});
const look = { style, columns: 60, previewLines: 3, cwd: "/srv" };
const request: PermissionRequest = {
  id: "1",
  callId: "c",
  agent: [],
  tool: "bash",
  title: "npm test …",
  kind: "execute",
  subject: "command",
  preview: [{ type: "text", text: "npm test\nrm -rf build" }],
  changes: [],
  why: "mode ask",
  options: [
    { id: "once", label: "" },
    { id: "session", label: "", rule: "bash: npm test\nbash: rm -rf build" },
    { id: "project", label: "", rule: "bash: npm test\nbash: rm -rf build" },
    { id: "reject", label: "" },
    { id: "reject_session", label: "" },
  ],
};
const text = (value: string) => ({ type: "text", text: value }) as const;

function put(): { question: Question; answers: Answer[] } {
  const answers: Answer[] = [];
  const question = new Question(request, (answer) => void answers.push(answer));
  question.armed = true;
  return { question, answers };
}

describe("Question", () => {
  it.each([
    ["a", "once"],
    ["s", "session"],
    ["p", "project"],
    ["r", "reject"],
    ["d", "reject_session"],
    ["R", "reject"],
  ])("answers %s with %s", (pressed, outcome) => {
    const { question, answers } = put();
    question.press(text(pressed));
    expect(answers).toEqual([{ outcome }]);
  });

  it("takes neither Enter, nor a word, nor a paste for an answer", () => {
    const { question, answers } = put();
    for (const event of [key("enter"), text("as"), text("x"), { type: "paste", text: "a" } as const])
      question.press(event);
    expect(answers).toEqual([]);
    expect(question.press(key("escape"))).toEqual({ type: "escape" });
    expect(question.press(key("char", { ctrl: true, char: "c" }))).toEqual({ type: "interrupt" });
  });

  it("rejects with a reason that was typed, and goes back with Escape", () => {
    const { question, answers } = put();
    question.press(text("n"));
    question.press(text("a"));
    question.press(key("escape"));
    expect(answers).toEqual([]);
    question.press(text("n"));
    question.press(text("use rimraf"));
    question.press(key("enter"));
    expect(answers).toEqual([{ outcome: "reject", reason: "use rimraf" }]);
  });

  it("offers only what the request offers, in rows that fit", () => {
    const few = new Question(
      { ...request, options: request.options.filter(({ id }) => id === "once" || id === "reject") },
      () => {},
    );
    few.armed = true;
    expect(few.live(80, style).rows).toEqual(["[a] allow once  [r] reject  [n] reject and say why"]);
    const { question } = put();
    expect(question.live(30, style).rows).toEqual([
      "[a] allow once",
      "[s] for this session",
      "[p] always in this project",
      "[r] reject",
      "[n] reject and say why",
      "[d] reject for this session",
    ]);
  });
});

describe("questionRows", () => {
  it("shows the command in full and each rule that would be stored, word for word", () => {
    expect(questionRows(request, look)).toEqual([
      "🔐 bash needs permission (mode ask)",
      "   npm test",
      "   rm -rf build",
      "   s and p store the rules",
      "     bash: npm test",
      "     bash: rm -rf build",
    ]);
  });

  it("shows changes in full, with line numbers, and hides nothing that is written between the lines", () => {
    const long = "x".repeat(200);
    const change = {
      path: "/srv/src/a.ts",
      patch: `@@ -1,1 +1,1 @@\n-old\n+${long}\n`,
      added: 1,
      removed: 1,
    };
    const options = [{ id: "session", label: "", rule: "edit_file: src/\u202e\x1b[31m*" }] as const;
    expect(
      questionRows({ ...request, tool: "edit_file", preview: [], changes: [change], options }, look),
    ).toEqual([
      "🔐 edit_file needs permission (mode ask)",
      "   src/a.ts +1 -1",
      "   1 - old",
      `   1 + ${long}`,
      String.raw`   s and p store the rule edit_file: src/\u202e\x1b[31m*`,
    ]);
  });
});
