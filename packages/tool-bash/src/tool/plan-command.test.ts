import { createWorkspace, type Plan } from "@mm-agent/core";
import { expect, test } from "vitest";
import { planCommand } from "./plan-command.js";

const workspace = createWorkspace({ root: "/srv" });
const plan = (command: string): Promise<Plan> => planCommand(command, workspace);

test("the title is the command, and the exact command is asked for", async () => {
  expect(await plan("git status --short")).toEqual({
    title: "git status --short",
    permission: {
      subject: "command",
      checks: [{ tool: "bash", value: "git status --short" }],
      whole: "git status --short",
    },
  });
});

test("a command of several lines shows its first line and is previewed in full", async () => {
  const command = "\necho one\necho two\n";
  expect(await plan(command)).toMatchObject({
    title: "echo one …",
    preview: [{ type: "text", text: command }],
    permission: { checks: [{ value: "echo one" }, { value: "echo two" }] },
  });
});

test("a long command is cut in the title only", async () => {
  const command = `echo ${"🛠".repeat(300)}`;
  const planned = await plan(command);
  expect(planned.title).toMatch(/^echo (🛠)+…$/u);
  expect(planned.title.length).toBeLessThanOrEqual(161);
  expect(planned.preview).toEqual([{ type: "text", text: command }]);
});

test("control and direction characters cannot disguise a command", async () => {
  const planned = await plan("rm -rf x\r\x1b[2Kls \u202Etxt");
  expect(planned.title).toBe("rm -rf x␍␛[2Kls \uFFFDtxt");
  expect(planned.permission?.checks[0]?.value).toBe("rm -rf 'x\r\x1b[2Kls' \u202Etxt");
});

test.each(["$X y", 'eval "$X"', "echo 'half", "r? x"])("may do more than it shows: %s", async (command) => {
  const { permission } = await plan(command);
  expect(permission?.unparsed).toBe(true);
  expect(permission?.checks.map((check) => check.value)).toContain(command);
});

test.each([
  "ls -la",
  'echo "hi there"',
  "grep -rn 'x y' src",
  "make VAR=1",
  "echo $HOME",
  "ls *.ts",
  "a; b",
  "echo $(b)",
])("can be taken apart: %s", async (command) => {
  expect((await plan(command)).permission).not.toHaveProperty("unparsed");
});

test("a command that cannot run is refused before anyone is asked", async () => {
  expect((await plan(" ")).refuse).toMatchObject({ ok: false, code: "invalid_input" });
  expect(await plan("a\0b")).toMatchObject({ title: "a␀b", refuse: { code: "invalid_input" } });
});
