import { spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { defineTool, type Answer, type PermissionRequest, type Tool } from "@mm-agent/core";
import { startModelServer } from "@mm-agent/testkit";
import { describe, expect, it, vi } from "vitest";
import { createProvider } from "../provider/create-provider.js";
import { scripted } from "../testing/index.js";
import { createPartialSaver } from "./partial-saver.js";
import type { RecordBody } from "./records.js";
import { openTestSession } from "./session-kit.js";

/** A tool that asks and then runs a real process until it is told to stop. */
const run = defineTool({
  name: "bash",
  kind: "execute",
  description: "Runs.",
  input: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  plan: ({ command }) => ({
    title: command,
    permission: { subject: "command", checks: [{ tool: "bash", value: command }] },
  }),
  run: ({ command }, ctx) =>
    new Promise((resolve) => {
      const child = spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "ignore"] });
      let out = "";
      child.stdout.on("data", (data: Buffer) => (out += data.toString()));
      child.on("close", () => resolve(out));
      ctx.signal.addEventListener("abort", () => child.kill("SIGKILL"));
    }),
}) as Tool;
const calls = (...commands: string[]) => ({
  tools: commands.map((command) => ({ name: "bash", input: { command } })),
});

describe("questions", () => {
  it("of two calls side by side are answered one by one; both calls get their result, in order (9)", async () => {
    const chunk = (delta: unknown, finish: string | null = null): string =>
      JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
    const call = (index: number, command: string): unknown => ({
      index,
      id: `x${index}`,
      type: "function",
      function: { name: "bash", arguments: JSON.stringify({ command }) },
    });
    const server = await startModelServer(
      [
        {
          stream: [
            chunk({ tool_calls: [call(0, "echo a"), call(1, "echo b")] }),
            chunk({}, "tool_calls"),
            "[DONE]",
          ],
        },
        { stream: [chunk({ content: "ok" }), chunk({}, "stop"), "[DONE]"] },
      ],
      { strict: true },
    );
    try {
      const created = createProvider(
        { provider: "openai", model: "m", baseUrl: `${server.url}/v1` },
        { OPENAI_API_KEY: "sk-test-1234567890" },
        { baseDir: "/" },
      );
      if (!created.ok) throw new Error(created.text);
      const answers: Answer[] = [{ outcome: "reject" }, { outcome: "once" }];
      let open = 0;
      const { session } = openTestSession(created.provider, {
        tools: [run],
        mode: "ask",
        ask: async () => {
          expect((open += 1)).toBe(1);
          await sleep(5);
          open -= 1;
          return answers.shift() ?? { outcome: "reject" };
        },
      });
      expect(await session.prompt("go")).toMatchObject({ reason: "done" });
      const results = session.messages().filter((message) => message.role === "tool");
      expect(results.map((message) => message.text)).toEqual(["[command rejected by the user]", "b\n"]);
    } finally {
      await server.close();
    }
  });

  it("are answered with cancel when the turn is, even if the front end never answers; the next one is asked", async () => {
    const asked: PermissionRequest[] = [];
    const { session, of } = openTestSession(
      scripted({ turns: [calls("echo a", "echo b"), calls("echo c"), { text: "Got: {{result}}" }] }),
      {
        tools: [run],
        mode: "ask",
        ask: (request) => {
          asked.push(request);
          return asked.length === 1 ? new Promise(() => {}) : Promise.resolve({ outcome: "once" });
        },
      },
    );
    const turn = session.prompt("go");
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await session.cancel();
    expect((await turn).reason).toBe("cancelled");
    expect(of("permission.answered").map((event) => event.answer.outcome)).toEqual(["cancelled"]);
    expect(asked).toHaveLength(1);
    expect((await session.prompt("again")).text).toBe("Got: c\n");
  });
});

it("names a call that was cancelled before its turn came, and does not count it", async () => {
  const counted: Tool = { ...run, icon: "#", counter: { icon: "#", label: "command(s)" } };
  const { session, of } = openTestSession(
    scripted({ turns: [calls("exec sleep 95.31", "echo b"), { text: "after" }] }),
    { tools: [counted] },
  );
  const turn = session.prompt("go");
  await vi.waitFor(() => expect(of("tool.started")).toHaveLength(1));
  await session.cancel();
  expect((await turn).counters.byLabel).toEqual([{ icon: "#", label: "command(s)", count: 1 }]);
  const second = { tool: "bash", title: "echo b" };
  expect(of("tool.planned")[1]).toMatchObject({ ...second, icon: "#", plan: { title: "echo b" } });
  expect(of("tool.done")[1]).toMatchObject({ ...second, text: "[cancelled before it ran]" });
  const replayed = (await session.replay()).filter((event) => event.type === "tool.planned");
  expect(replayed[1]).toMatchObject({ ...second, icon: "#" });
});

it("stops once and cleanly when it is cancelled twice within 50 ms (10)", async () => {
  const { session, of } = openTestSession(
    scripted({ turns: [calls("exec sleep 96.53"), { text: "after" }] }),
    { tools: [run] },
  );
  const turn = session.prompt("go");
  await vi.waitFor(() => expect(of("tool.started")).toHaveLength(1));
  await sleep(50);
  const both = [session.cancel(), sleep(20).then(() => session.cancel())];
  expect((await turn).reason).toBe("cancelled");
  await Promise.all(both);
  expect(of("turn.end")).toHaveLength(1);
  expect(session.busy).toBe(false);
  expect(spawnSync("pgrep", ["-f", "sleep 96.53"]).stdout.toString()).toBe("");
  expect(await session.prompt("more")).toMatchObject({ reason: "done", text: "after" });
});

it("saves an answer while it streams: once a second, only what is new, cut at a blank", () => {
  vi.useFakeTimers();
  try {
    const saved: RecordBody[] = [];
    const saver = createPartialSaver((body) => void saved.push(body));
    const delta = (text: string) =>
      saver.event({ v: 1, seq: 1, at: "", session: "s", type: "text.delta", messageId: "m", text });
    delta("one two sk-");
    vi.advanceTimersByTime(900);
    expect(saved).toEqual([]);
    delta("secret");
    vi.advanceTimersByTime(100);
    expect(saved).toEqual([{ type: "partial", messageId: "m", text: "one two " }]);
    delta(" three ");
    vi.advanceTimersByTime(1000);
    expect(saved[1]).toEqual({ type: "partial", messageId: "m", text: "sk-secret three " });
    delta("rest ");
    saver.event({ v: 1, seq: 2, at: "", session: "s", type: "message.done", messageId: "m", text: "all" });
    vi.advanceTimersByTime(5000);
    expect(saved).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
