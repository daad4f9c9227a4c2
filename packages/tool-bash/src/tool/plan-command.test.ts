import { expect, test } from "vitest";
import { planCommand } from "./plan-command.js";

test("the title is the command; the exact command is asked for and remembered", () => {
  expect(planCommand("git status --short")).toEqual({
    title: "git status --short",
    permission: {
      subject: "command",
      checks: [{ tool: "bash", value: "git status --short" }],
      remember: ["git status --short"],
    },
  });
});

test("a command of several lines shows its first line and is previewed in full", () => {
  const command = "\necho one\necho two\n";
  expect(planCommand(command)).toMatchObject({
    title: "echo one …",
    preview: [{ type: "text", text: command }],
    permission: { checks: [{ value: command }], unparsed: true },
  });
});

test("a long command is cut in the title only", () => {
  const command = `echo ${"🛠".repeat(300)}`;
  const plan = planCommand(command);
  expect(plan.title).toMatch(/^echo (🛠)+…$/u);
  expect(plan.title.length).toBeLessThanOrEqual(161);
  expect(plan.preview).toEqual([{ type: "text", text: command }]);
});

test("control and direction characters cannot disguise a command", () => {
  const plan = planCommand("rm -rf x\r\x1b[2Kls \u202Etxt");
  expect(plan.title).toBe("rm -rf x␍␛[2Kls \uFFFDtxt");
  expect(plan.permission?.checks).toEqual([{ tool: "bash", value: "rm -rf x\r\x1b[2Kls \u202Etxt" }]);
});

test.each([
  "a; b",
  "a & b",
  "a && b",
  "a | b",
  "a || b",
  "a\nb",
  "a $(b)",
  "a `b`",
  "a > b",
  "a >> b",
  "a < b",
  "a <(b)",
  "(a)",
  "a ${x:-$(b)}",
  "a $'\\n'b",
])("may hold more than one command: %j", (command) => {
  expect(planCommand(command).permission?.unparsed).toBe(true);
});

test.each(["ls -la", 'echo "hi there"', "grep -rn 'x y' src", "make VAR=1", "echo $HOME", "ls *.ts"])(
  "is one command: %s",
  (command) => {
    expect(planCommand(command).permission).not.toHaveProperty("unparsed");
  },
);

test("a command that cannot run is refused before anyone is asked", () => {
  expect(planCommand(" ").refuse).toMatchObject({ ok: false, code: "invalid_input" });
  expect(planCommand("a\0b")).toMatchObject({ title: "a␀b", refuse: { code: "invalid_input" } });
});
