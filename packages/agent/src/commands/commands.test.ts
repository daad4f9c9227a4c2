import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPolicy,
  createWorkspace,
  defineTool,
  type Command,
  type Rule,
  type Tool,
} from "@mm-agent/core";
import { describe, expect, it } from "vitest";
import { scripted } from "../testing/index.js";
import type { ModelEvent, Provider } from "../provider/types.js";
import { openTestSession, say } from "../session/session-kit.js";
import type { CommandReply } from "../session/types.js";
import { splitLine } from "./split-line.js";

const answers = (...texts: string[]) => scripted({ turns: texts.map((text) => ({ text })) });
const shown = (reply: CommandReply): string =>
  reply.kind === "done"
    ? reply.print.map((block) => (block.type === "text" ? block.text : "")).join("\n")
    : reply.kind;
const hang: Provider = {
  name: "hang",
  model: "m",
  async *stream(_request, signal): AsyncIterable<ModelEvent> {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    yield { type: "done", reason: "stop" };
  },
};

describe("a line", () => {
  it.each([
    "/etc/hosts what is this?",
    "/usr/bin",
    "//x",
    "/login.ts fails",
    "hello",
    " /help",
    "/",
    "/ help",
    "/*",
    "/help/me",
    "/// x",
    "/-p",
  ])("%s is a prompt (34)", (line) => {
    expect(splitLine(line)).toBeUndefined();
  });
  it("is a command with its arguments as they are", () => {
    expect(splitLine("/compact  keep the\n tests ")).toEqual({ name: "compact", args: "keep the\n tests" });
    expect(splitLine("/git:log")).toEqual({ name: "git:log", args: "" });
  });
  it.each([
    ["/eixt", "exit"],
    ["/compcat now", "compact"],
    ["/sesions", "sessions"],
  ])("%s is told what it may have meant, and nothing is sent (35)", async (line, nearest) => {
    const { session, events } = openTestSession(answers("x"));
    const reply = await session.command(line);
    expect(reply).toEqual({
      kind: "unknown",
      nearest,
      text: `there is no command ${line.split(" ")[0]}; did you mean /${nearest}? (to send the line as it is, put a blank before it)`,
    });
    expect(await session.command("/xyzzy")).toMatchObject({
      kind: "unknown",
      text: "there is no command /xyzzy; /help lists them all (to send the line as it is, put a blank before it)",
    });
    expect(events).toEqual([]);
    expect(session.messages()).toEqual([]);
  });
});

describe("commands", () => {
  it("are listed by /help, in every case", async () => {
    const { session } = openTestSession(answers());
    const text = shown(await session.command("/HELP"));
    for (const name of [
      "help",
      "new",
      "compact",
      "undo",
      "abort",
      "model",
      "mode",
      "tools",
      "permissions",
      "sessions",
      "resume",
      "config",
      "cost",
      "exit",
    ]) {
      expect(text).toMatch(new RegExp(`^/${name}\\b`, "m"));
      expect(session.commands.map((command) => command.name)).toContain(name);
    }
  });

  it("/new starts over, /exit leaves, /abort stops (30)", async () => {
    const { session } = openTestSession(hang);
    const { id } = session;
    const turn = session.prompt("hi");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(session.busy).toBe(true);
    expect(shown(await session.command("/compact"))).toBe("a turn is running: /abort ends it, then /compact");
    expect(shown(await session.command("/undo"))).toBe("a turn is running: /abort ends it, then /undo");
    expect(shown(await session.command("/abort"))).toBe("Stopped.");
    expect((await turn).reason).toBe("cancelled");
    expect(shown(await session.command("/abort"))).toBe("Nothing is running.");
    const again = session.prompt("more");
    expect(await session.command("/new")).toMatchObject({ kind: "done", action: "redraw" });
    expect((await again).reason).toBe("cancelled");
    expect(session.id).not.toBe(id);
    expect(session.messages()).toEqual([]);
    expect(await session.command("/exit")).toEqual({ kind: "done", ok: true, print: [], action: "exit" });
  });

  it("/model shows and changes it, with the nearest name for a wrong one", async () => {
    const provider = (model: string): Provider => ({
      ...answers("x"),
      name: "test",
      model,
      models: async () => [{ id: "small" }, { id: "large" }],
    });
    const { session, of } = openTestSession(provider("small"), {
      facts: {
        absent: [],
        describe: () => [],
        selectModel: (model) => ({ ok: true, provider: provider(model) }),
        permissions: { list: () => [], revoke: async () => 0 },
      },
    });
    const reply = await session.command("/model");
    expect(shown(reply)).toBe("small @ test\n* small\n  large");
    expect(reply).toMatchObject({
      choices: [
        { label: "small", line: "/model small" },
        { label: "large", line: "/model large" },
      ],
    });
    expect(shown(await session.command("/model lareg"))).toBe(
      "the server has no model lareg; did you mean large?",
    );
    expect(shown(await session.command("/model large"))).toBe("large @ test, from the next request on");
    expect(session.provider.model).toBe("large");
    expect(of("session.changed").at(-1)).toMatchObject({ model: "large" });
  });

  it("/mode changes what asks, /tools, /cost and /permissions show", async () => {
    const remembered: Rule = { tool: "bash", pattern: "npm test", decision: "allow", source: "this session" };
    const policy = createPolicy({
      mode: "ask",
      rules: [{ tool: "bash", pattern: "rm *", decision: "deny", source: "/c.yaml:3" }],
      remembered: [remembered],
    });
    const { session } = openTestSession(answers("hi"), { policy });
    expect(shown(await session.command("/mode palm"))).toContain("palm is no mode");
    expect(shown(await session.command("/mode plan"))).toBe(
      "mode plan: only reading, searching, fetching and thinking",
    );
    expect(session.mode).toBe("plan");
    expect(shown(await session.command("/permissions"))).toBe(
      "mode plan\ndeny   bash: rm *  (/c.yaml:3)\nallow  bash: npm test  (this session)",
    );
    expect(shown(await session.command("/tools"))).toBe("‣ say  Says a text.");
    await session.prompt("x");
    expect(shown(await session.command("/cost"))).toMatch(/^in {3}\d+\nout {2}\d+\ncost unknown/);
  });

  it("of plugins and of the person run in the same way; one that throws says so", async () => {
    const own: Command = {
      name: "ship",
      description: "Ship it",
      run: (args) => ({ prompt: `Ship ${args}` }),
    };
    const talk: Command = {
      name: "talk",
      description: "Talk",
      run: (args, { ctx }) => ({ exchange: { user: args, assistant: `heard in ${ctx.history().length}` } }),
    };
    const broken: Command = {
      name: "broken",
      description: "Breaks",
      run: () => {
        throw new Error("no luck");
      },
    };
    const { session } = openTestSession(answers("x"), {
      userCommands: [own],
      pluginCommands: [talk, broken],
    });
    expect(await session.command("/ship it now")).toEqual({
      kind: "done",
      ok: true,
      print: [],
      prompt: "Ship it now",
    });
    await session.command("/talk hello");
    expect(session.history()).toEqual([
      { role: "user", text: "hello" },
      { role: "assistant", text: "heard in 0" },
    ]);
    expect(await session.command("/broken")).toEqual({
      kind: "done",
      ok: false,
      print: [{ type: "text", text: "/broken failed: no luck" }],
    });
  });
});

describe("/undo", () => {
  const write = defineTool({
    name: "write",
    kind: "edit",
    description: "Writes.",
    input: {
      type: "object",
      properties: { path: { type: "string" }, text: { type: "string" } },
      required: ["path", "text"],
    },
    run: async ({ path, text }, ctx) => ({
      text: "written",
      changes: await ctx.workspace.write([{ path, content: text }], { callId: ctx.callId }),
    }),
  }) as Tool;
  const turn = (...files: (readonly [string, string])[]) => [
    { tools: files.map(([path, text]) => ({ name: "write", input: { path, text } })) },
    { text: "done" },
  ];

  it("takes the last turn back, file by file, then the one before, and tells the model", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "mm-undo-"));
    const stateDir = mkdtempSync(join(tmpdir(), "mm-state-"));
    writeFileSync(join(cwd, "a"), "old\n");
    const { session } = openTestSession(
      scripted({
        turns: [
          ...turn(["a", "one\n"]),
          ...turn(["a", "two\n"], ["b", "new\n"], ["c", "new\n"]),
          { expect: { user: "took back what your tools wrote in the last turn: " }, text: "I see." },
        ],
      }),
      {
        cwd,
        tools: [write, say],
        workspace: createWorkspace({ root: cwd, stateDir, sessionId: "s" }),
        undo: { stateDir, sessionId: "s" },
      },
    );
    expect(shown(await session.command("/undo"))).toBe(
      "There is nothing to take back: no tool wrote a file.",
    );
    await session.prompt("first");
    await session.prompt("second");
    writeFileSync(join(cwd, "c"), "mine\n");
    const reply = await session.command("/undo");
    expect(shown(reply)).toBe(
      `${join(cwd, "a")}: put back\n${join(cwd, "b")}: deleted again\n${join(cwd, "c")}: ${join(cwd, "c")}: not undone, it was changed since`.replace(
        `${join(cwd, "c")}: `,
        "",
      ),
    );
    expect(reply).toMatchObject({ ok: false });
    expect(readFileSync(join(cwd, "a"), "utf8")).toBe("one\n");
    expect(existsSync(join(cwd, "b"))).toBe(false);
    expect(readFileSync(join(cwd, "c"), "utf8")).toBe("mine\n");
    writeFileSync(join(cwd, "c"), "new\n");
    await session.undo();
    expect(await session.undo()).toMatchObject([{ ok: true }]);
    expect(readFileSync(join(cwd, "a"), "utf8")).toBe("old\n");
    expect((await session.prompt("and now?")).text).toBe("I see.");
  });
});

it("runs a tool for the person and shares it with the next prompt", async () => {
  const { session, of } = openTestSession(
    scripted({ turns: [{ expect: { user: "The person ran say themselves: say" }, text: "noted" }] }),
    { mode: "ask" },
  );
  expect(await session.run("say", { text: "hello" }, { share: true })).toMatchObject({
    result: { text: "hello" },
  });
  expect(of("tool.done")).toMatchObject([{ tool: "say", text: "hello" }]);
  expect((await session.prompt("see?")).text).toBe("noted");
  expect(session.title).toBe("see?");
});
