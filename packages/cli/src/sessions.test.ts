import { spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runMm, startModelServer, tempFolder, type ModelServer, type RunOptions } from "@mm-agent/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let cwd: string;
let home: string;
let server: ModelServer | undefined;
beforeEach(() => {
  cwd = tempFolder();
  home = tempFolder("mm-home-");
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
const put = (name: string, content: string): void => {
  mkdirSync(join(cwd, name, ".."), { recursive: true });
  writeFileSync(join(cwd, name), content);
};
const script = (turns: unknown[]): string[] => {
  put("model.json", JSON.stringify({ turns }));
  return ["--provider", "scripted", "--model", "model.json"];
};
const mm = (args: string[], options: RunOptions = {}) => runMm(args, { cwd, home, ...options });
const chunk = (delta: unknown, finish: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
const says = (text: string) => ({ stream: [chunk({ content: text }), chunk({}, "stop"), "[DONE]"] });
const calls = (command: string) => ({
  stream: [
    chunk({
      tool_calls: [
        {
          index: 0,
          id: "a",
          type: "function",
          function: { name: "bash", arguments: JSON.stringify({ command }) },
        },
      ],
    }),
    chunk({}, "tool_calls"),
    "[DONE]",
  ],
});
const openai = (): string[] => ["--provider", "openai", "--model", "m", "--base-url", `${server?.url}/v1`];
const key = { OPENAI_API_KEY: "sk-test-1234567890" };
const files = (): string[] => {
  const folder = join(home, "state", "mm", "sessions");
  return readdirSync(folder).flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
  );
};
/** Calls `then` once the run has said that a command begins. */
const whenStarted =
  (word: string, then: (child: ChildProcessWithoutNullStreams) => void) =>
  (child: ChildProcessWithoutNullStreams) => {
    child.stderr.on("data", (data: Buffer) => {
      if (data.toString().includes(word)) setTimeout(() => then(child), 400);
    });
  };

describe("mm --continue and --resume", () => {
  it("go on with the conversation, and each prompt reaches the model once", async () => {
    server = await startModelServer([says("It is 42."), says("As I said: 42."), says("Third.")], {
      strict: true,
    });
    const first = await mm(["-p", "what is it?", ...openai()], { env: key });
    expect(first, first.stderr).toMatchObject({ code: 0, stdout: "It is 42.\n" });
    expect(await mm(["-p", "--continue", "again?", ...openai()], { env: key })).toMatchObject({
      code: 0,
      stdout: "As I said: 42.\n",
    });
    const id = /([0-9a-f]{8})/.exec((await mm(["sessions", "list"])).stdout)?.[1] ?? "";
    expect(await mm(["-p", "third?", "--resume", id, ...openai()], { env: key })).toMatchObject({
      code: 0,
      stdout: "Third.\n",
    });
    const messages = (server.requests[2]!.body as { messages: { role: string; content: unknown }[] })
      .messages;
    expect(messages.slice(1).map(({ role, content }) => `${role}: ${JSON.stringify(content)}`)).toEqual([
      'user: "what is it?"',
      'assistant: "It is 42."',
      'user: "again?"',
      'assistant: "As I said: 42."',
      'user: "third?"',
    ]);
    expect(files()).toHaveLength(1);
    expect(statSync(files()[0] ?? "").mode & 0o777).toBe(0o600);
  });

  it("name what is wrong: no session, an unknown id, no id", async () => {
    const model = script([{ text: "ok" }]);
    expect(await mm(["-p", "x", "-c", ...model])).toMatchObject({
      code: 2,
      stderr: "mm: there is no session of this folder yet\n",
    });
    const unknown = await mm(["-p", "x", "--resume", "abcd", ...model]);
    expect(unknown).toMatchObject({
      code: 2,
      stderr: 'mm: no session of this folder begins with "abcd"; mm sessions list shows them\n',
    });
    expect(await mm(["-p", "--resume", "go on with it", ...model])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--resume needs the id") as string,
    });
  });

  it("survive kill -9 in the middle of a tool call: the strict server takes the history (7)", async () => {
    server = await startModelServer([calls("echo started; sleep 61.7"), says("Going on.")], { strict: true });
    const killed = await mm(["-p", "begin", ...openai()], {
      env: key,
      started: whenStarted("bash:", (child) => void child.kill("SIGKILL")),
    });
    expect(killed.signal).toBe("SIGKILL");
    const resumed = await mm(["-p", "go on", "--continue", ...openai()], { env: key });
    expect(resumed, resumed.stderr).toMatchObject({ code: 0, stdout: "Going on.\n" });
    const messages = (server.requests[1]!.body as { messages: { role: string; content: unknown }[] })
      .messages;
    expect(messages.slice(1).map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(messages[3]?.content).toBe("[interrupted before it ended: no result was recorded]");
    const command = "echo started; sleep 61.7";
    const json = JSON.parse((await mm(["sessions", "export"])).stdout) as {
      messages: { role: string }[];
      errors: unknown;
    };
    expect(json.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user", "assistant"]);
    expect(json.messages[2]).toMatchObject({
      tool: "bash",
      title: command,
      input: { command },
      ok: false,
      text: "[interrupted before it ended: no result was recorded]",
    });
    expect(json.errors).toMatchObject([
      { where: "tool", message: `[bash was interrupted before it ended: ${command}]` },
    ]);
    for (const format of ["md", "html"]) {
      const { stdout } = await mm(["sessions", "export", "--format", format]);
      expect(stdout).toContain(command);
      expect(stdout).toContain("[interrupted before it ended: no result was recorded]");
    }
  });

  it("belong to one process at a time: the second is told", async () => {
    const first = script([{ text: "one" }]);
    await mm(["-p", "x", ...first]);
    const slow = script([
      { tools: [{ name: "bash", input: { command: "echo started; sleep 3" } }] },
      { text: "two" },
    ]);
    let second: Promise<Awaited<ReturnType<typeof runMm>>> | undefined;
    const holding = await mm(["-p", "y", "-c", ...slow], {
      started: whenStarted("bash:", () => {
        second = mm(["-p", "z", "-c", ...slow]);
      }),
    });
    expect(holding).toMatchObject({ code: 0, stdout: "two\n" });
    const refused = await second;
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused?.stderr).toMatch(
      /^mm: session \S+ is open in another mm \(process \d+\); close it there, or go on with a copy: mm sessions fork \S+\n$/,
    );
    const [file] = files();
    expect(readFileSync(file ?? "", "utf8")).not.toContain('"z"');
  });
});

it("ends its children when it is ended (SIGTERM), and the file stays whole", async () => {
  const model = script([{ tools: [{ name: "bash", input: { command: "echo started; sleep 83.41" } }] }]);
  const run = await mm(["-p", "x", ...model], {
    started: whenStarted("bash:", (child) => void child.kill("SIGTERM")),
  });
  expect(run.code).toBe(143);
  for (let i = 0; i < 20 && spawnSync("pgrep", ["-f", "sleep 83.41"]).stdout.length > 0; i += 1)
    await sleep(100);
  expect(spawnSync("pgrep", ["-f", "sleep 83.41"]).stdout.toString()).toBe("");
  const lines = readFileSync(files()[0] ?? "", "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; code?: string });
  expect(lines.map((line) => line.type)).toEqual(["header", "user", "assistant", "tool", "end"]);
  expect(lines[3]?.code).toBe("cancelled");
});

it("keeps keys out of the session file, whoever says them", async () => {
  server = await startModelServer([calls("cat key.txt"), says("The key is sk-test-1234567890, I think.")], {
    strict: true,
  });
  put("key.txt", "key: sk-test-1234567890\n");
  await mm(["-p", "is sk-test-1234567890 right?", ...openai()], { env: key });
  const text = files()
    .map((file) => readFileSync(file, "utf8"))
    .join("");
  expect(text).toContain("[redacted]");
  expect(text).not.toContain("sk-test-1234567890");
});

describe("mm sessions", () => {
  it("lists, shows, exports, forks and deletes", async () => {
    const model = script([
      {
        text: "Looking.",
        tools: [{ name: "bash", input: { command: "echo '<b>&'; exit 3" } }],
        usage: { input: 10, output: 2 },
      },
      { text: "Done `here`.", usage: { input: 20, output: 1 } },
    ]);
    await mm(["-p", "first prompt\nwith more", ...model]);
    const list = await mm(["sessions"]);
    expect(list.stdout).toMatch(/^[0-9a-f]{8} {2}\d{4}-\d\d-\d\d \d\d:\d\d {4}1 prompt {3}first prompt\n$/);
    const json = JSON.parse((await mm(["sessions", "export"])).stdout) as { messages: { role: string }[] };
    expect(json).toMatchObject({
      format: 1,
      title: "first prompt",
      usage: { input: 30, output: 3 },
      errors: [],
    });
    expect(json.messages.map((message) => message.role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(json.messages[2]).toMatchObject({
      tool: "bash",
      ok: false,
      code: "exit",
      text: "<b>&\n[exit code: exit status 3]",
    });
    const md = await mm(["sessions", "export", "--format", "md"]);
    expect(md.stdout).toContain(
      "**bash**: echo '<b>&'; exit 3 — failed\n\n```\n<b>&\n[exit code: exit status 3]\n```",
    );
    const html = await mm(["sessions", "export", "--format", "html"]);
    expect(html.stdout).toContain("&lt;b&gt;&amp;");
    expect(html.stdout).not.toContain("<script");
    const fork = (await mm(["sessions", "fork", list.stdout.slice(0, 8)])).stdout.trim();
    expect(fork).toMatch(/^[0-9a-f-]{36}$/);
    expect((await mm(["sessions", "delete", fork])).stdout).toBe(`deleted ${fork}  first prompt\n`);
    expect(files()).toHaveLength(1);
    expect((await mm(["sessions", "lsit"])).stderr).toContain("did you mean mm sessions list?");
    expect(await mm(["sessions", "export", "--format", "pdf"])).toMatchObject({ code: 2 });
  });

  it("exports what went wrong, with where", async () => {
    await mm(["-p", "x", ...script([{ error: { class: "auth", message: "bad key" } }])]);
    const json = JSON.parse((await mm(["sessions", "export"])).stdout) as { errors: unknown };
    expect(json.errors).toMatchObject([{ where: "provider", message: "bad key", class: "auth" }]);
  });
});
