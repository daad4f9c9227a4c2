import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runMm, startModelServer, tempFolder, type RunOptions } from "@mm-agent/testkit";
import { beforeEach, describe, expect, it } from "vitest";

let cwd: string;
beforeEach(() => void (cwd = tempFolder()));

const put = (name: string, content: string): string => {
  const file = join(cwd, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
};
const script = (turns: unknown[]): string[] => {
  put("model.json", JSON.stringify({ turns }));
  return ["--provider", "scripted", "--model", "model.json"];
};
const mm = (args: string[], options: RunOptions = {}) => runMm(args, { cwd, ...options });

describe("mm -p", () => {
  it("acts on the real folder through tools and prints the answer on stdout, the rest on stderr", async () => {
    put("notes.txt", "forty-two\n");
    const model = script([
      {
        text: "Reading.",
        tools: [{ name: "bash", input: { command: "cat notes.txt > copy.txt; cat copy.txt" } }],
      },
      { expect: { result: "forty-two" }, text: "It says {{result}}" },
    ]);
    const run = await mm(["-p", "what do the notes say?", ...model]);
    expect(run).toMatchObject({ code: 0, stdout: "It says forty-two\n" });
    expect(run.stderr).toBe("🛠️  bash: cat notes.txt > copy.txt; cat copy.txt\n");
    expect(readFileSync(join(cwd, "copy.txt"), "utf8")).toBe("forty-two\n");
  });

  it("takes the prompt from stdin, and adds piped input to a prompt", async () => {
    const model = script([{ expect: { user: "/^only this$/" }, text: "ok" }]);
    expect(await mm(["-p", ...model], { input: "only this\n" })).toMatchObject({ code: 0, stdout: "ok\n" });
    const both = script([{ expect: { user: "/^summarise\\n\\nthe log$/" }, text: "ok" }]);
    expect(await mm(["-p", "summarise", ...both], { input: "the log\n" })).toMatchObject({ code: 0 });
    const dashed = script([{ expect: { user: "/^- one item$/" }, text: "ok" }]);
    expect(await mm(["-p", "- one item", ...dashed])).toMatchObject({ code: 0 });
  });

  it("does not wait for ever on a stdin that nobody writes to", async () => {
    expect(
      await mm(["-p", "hi", ...script([{ text: "ok" }])], { input: null, timeout: 15_000 }),
    ).toMatchObject({ code: 0, stdout: "ok\n" });
  });

  it("is a usage error without a prompt and without a provider", async () => {
    const none = await mm(["-p"]);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toContain("there is no prompt");
    expect(
      spawnSync(process.execPath, [join(import.meta.dirname, "../dist/bin.js")], {
        cwd,
        stdio: ["ignore", "pipe", "pipe"],
      }).status,
    ).toBe(2);
    const lost = await mm(["-p", "hi"]);
    expect(lost).toMatchObject({ code: 2, stdout: "" });
    expect(lost.stderr).toMatch(/provider/);
  });

  it("prints json: text, calls, usage, errors, why it ended", async () => {
    const model = script([
      { tools: [{ name: "bash", input: { command: "echo hi; exit 3" } }], usage: { input: 10, output: 2 } },
      { text: "done", usage: { input: 20, output: 1 } },
    ]);
    const { stdout, code } = await mm(["-p", "x", "--output-format", "json", ...model]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      provider: "scripted",
      text: "done",
      reason: "done",
      exitCode: 0,
      calls: [
        {
          tool: "bash",
          input: { command: "echo hi; exit 3" },
          ok: false,
          code: "exit",
          text: "hi\n[exit code: exit status 3]",
        },
      ],
      usage: { input: 30, output: 3 },
      requests: 2,
      errors: [],
    });
  });

  it("prints stream-json: every event on one line, numbered", async () => {
    const model = script([
      { tools: [{ name: "bash", input: { command: "echo hi" } }] },
      { text: "done now" },
    ]);
    const { stdout } = await mm(["-p", "x", "--output-format", "stream-json", ...model]);
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; seq: number; v: number });
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    const types = [...new Set(events.map((event) => event.type))];
    expect(types).toEqual([
      "turn.start",
      "tool.composing",
      "tool.planned",
      "tool.started",
      "tool.progress",
      "tool.done",
      "text.delta",
      "message.done",
      "turn.end",
    ]);
  });

  it.each([
    ["1 after a failed turn", [{ error: { class: "auth", message: "bad key" } }], 1, "bad key"],
    [
      "3 after the loop detector",
      [{ tools: [{ name: "bash", input: { command: "false" } }], loop: true }],
      3,
      "6 times in a row",
    ],
    [
      "3 after maxTurns",
      [{ tools: [{ name: "bash", input: { command: "date +%N" } }], loop: true }],
      3,
      "maxTurns",
    ],
  ])("exits with %s", async (_what, turns, code, message) => {
    const run = await mm(["-p", "x", "--max-turns", "8", ...script(turns)]);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(message);
  });

  it("exits with 2 for wrong flags, naming them, before any request", async () => {
    put("bad.yaml", "model: [");
    for (const [args, named] of [
      [["--base-ulr", "x"], "--base-url"],
      [["--output-format", "xml"], "--output-format"],
      [["--config", "missing.yaml"], "--config"],
      [["--config", "bad.yaml"], "bad.yaml"],
      [["-C", "missing"], "-C"],
      [["--mode", "fast"], "--mode"],
    ] as const) {
      const run = await mm(["-p", "hi", ...args, ...script([{ text: "ok" }])]);
      expect(run, args.join(" ")).toMatchObject({ code: 2, stdout: "" });
      expect(run.stderr).toContain(named);
    }
  });

  it("rejects what would ask, and lets flags allow and deny", async () => {
    const turns = [
      { tools: [{ name: "bash", input: { command: "touch made" } }] },
      { text: "Got: {{result}}" },
    ];
    const asked = await mm(["-p", "x", "--no-yolo", ...script(turns)]);
    expect(asked.stdout).toBe("Got: [command rejected by the user]\n");
    expect(asked.stderr).toContain("It runs with --allow 'bash:touch made'.");
    expect(existsSync(join(cwd, "made"))).toBe(false);
    const denied = await mm(["-p", "x", "--yolo", "--deny", "bash:touch *", ...script(turns)]);
    expect(denied.stdout).toBe("Got: [bash denied by rule touch *]\n");
    const allowed = await mm(["-p", "x", "--no-yolo", "--allow", "bash:touch *", ...script(turns)]);
    expect(allowed.code).toBe(0);
    expect(existsSync(join(cwd, "made"))).toBe(true);
  });

  it("stops at once on Ctrl-C, with 130 and no process left", async () => {
    const model = script([
      { text: "Waiting.", tools: [{ name: "bash", input: { command: "sleep 87.31" } }] },
    ]);
    const run = await mm(["-p", "x", ...model], {
      started: (child) => {
        child.stderr.on("data", (chunk: Buffer) => {
          if (chunk.toString().includes("sleep")) setTimeout(() => child.kill("SIGINT"), 300);
        });
      },
    });
    expect(run.code).toBe(130);
    expect(run.stderr).toContain("cancelled");
    expect(spawnSync("pgrep", ["-f", "sleep 87.31"]).stdout.toString()).toBe("");
  });

  it("ends quietly when the reader of its output goes away", async () => {
    const model = script([{ text: "line\n".repeat(40_000) }]);
    const result = spawnSync(
      "bash",
      [
        "-c",
        `"$0" "$1" -p x ${model.join(" ")} --output-format stream-json 2>err | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`,
        process.execPath,
        join(import.meta.dirname, "../dist/bin.js"),
      ],
      { cwd, timeout: 20_000 },
    );
    expect(result.stdout.toString().trim()).toBe("0");
    expect(readFileSync(join(cwd, "err"), "utf8")).not.toContain("EPIPE");
  });

  it("writes no escape sequence into a file or a pipe, and no half output", async () => {
    const long = "word ".repeat(60_000);
    const run = await mm([
      "-p",
      "x",
      ...script([
        { tools: [{ name: "bash", input: { command: "printf '\\033[31mred\\033[0m'" } }] },
        { text: long },
      ]),
    ]);
    expect(run.stdout).toBe(`${long}\n`);
    expect(run.stderr + run.stdout).not.toContain("\u001B");
  });

  it("hides a key that the server quotes in its error", async () => {
    const message = "Incorrect API key provided: sk-test-1234567890";
    const server = await startModelServer([{ status: 401, body: { error: { message } } }]);
    try {
      const args = ["-p", "x", "--provider", "openai", "--model", "m", "--base-url", `${server.url}/v1`];
      writeFileSync(join(cwd, "key.yaml"), "apiKeyEnv: OPENAI_API_KEY\n");
      const run = await mm([...args, "--config", "key.yaml"], {
        env: { OPENAI_API_KEY: "sk-test-1234567890" },
      });
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain("Incorrect API key provided: [redacted]");
      expect(run.stderr).not.toContain("sk-test");
    } finally {
      await server.close();
    }
  });

  it("talks to a server, once for a plain answer, and hides its key from the tools", async () => {
    const chunk = (delta: unknown, finish: string | null = null) =>
      JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
    const args = JSON.stringify({ command: 'echo "key=[$OPENAI_API_KEY]"' });
    const server = await startModelServer(
      [
        {
          stream: [
            chunk({
              role: "assistant",
              tool_calls: [
                { index: 0, id: "a", type: "function", function: { name: "bash", arguments: args } },
              ],
            }),
            chunk({}, "tool_calls"),
            "[DONE]",
          ],
        },
        { stream: [chunk({ content: "Done." }), chunk({}, "stop"), "[DONE]"] },
      ],
      { strict: true },
    );
    try {
      const run = await mm(
        [
          "-p",
          "x",
          "--provider",
          "openai",
          "--model",
          "m",
          "--base-url",
          `${server.url}/v1`,
          "--output-format",
          "json",
        ],
        { env: { OPENAI_API_KEY: "sk-test-1234567890" } },
      );
      expect(run.code, run.stderr).toBe(0);
      expect(JSON.parse(run.stdout)).toMatchObject({ text: "Done.", calls: [{ text: "key=[]\n" }] });
      expect(server.requests).toHaveLength(2);
    } finally {
      await server.close();
    }
  });
});

it("says why a wrong sub-command is none", async () => {
  const run = await mm(["tolls"]);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("did you mean mm tools?") as string });
  await sleep(0);
});
