import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCRIBBLE, startAgent, type TestAgent } from "./fixtures/start-agent.js";

const WRITE = { tools: [{ name: "scribble", input: { path: "a.txt", text: "new\n" } }] };
const DONE = { text: "Done.", loop: true };
const config = { plugins: [{ use: SCRIBBLE }] };
const select = (optionId: string) => ({ outcome: "selected", optionId }) as const;

function status(started: TestAgent): unknown[] {
  return started.log.flatMap(({ what, value }) => {
    if (what !== "update") return [what];
    const { status } = value as { status?: string };
    return status === undefined ? [] : [status];
  });
}

describe("a question", () => {
  it("comes after the call was announced, with everything about it", async () => {
    const started = await startAgent({ config, turns: [WRITE, DONE] });
    expect(await started.prompt(await started.newSession(), "go")).toBe("end_turn");
    expect(status(started)).toEqual(["pending", "permission", "in_progress", "completed"]);
    const path = join(started.cwd, "a.txt");
    expect(started.questions[0]).toMatchObject({
      toolCall: {
        title: "scribble: a.txt",
        name: "scribble",
        kind: "edit",
        status: "pending",
        rawInput: { path: "a.txt", text: "new\n" },
        locations: [{ path }],
        content: [{ type: "diff", path, oldText: null, newText: "new\n" }],
      },
    });
    expect(started.questions[0]?.toolCall.toolCallId).toBe(started.of("tool_call")[0]?.toolCallId);
    expect(started.questions[0]?.options).toMatchInlineSnapshot(`
      [
        {
          "kind": "allow_once",
          "name": "Allow once",
          "optionId": "once",
        },
        {
          "kind": "allow_always",
          "name": "Allow for this session: \`scribble: a.txt\`",
          "optionId": "session",
        },
        {
          "kind": "allow_always",
          "name": "Always allow in this project: \`scribble: a.txt\`",
          "optionId": "project",
        },
        {
          "kind": "reject_once",
          "name": "Reject",
          "optionId": "reject",
        },
        {
          "kind": "reject_always",
          "name": "Reject and do not ask again in this session: \`scribble: a.txt\`",
          "optionId": "reject_session",
        },
      ]
    `);
    expect(readFileSync(path, "utf8")).toBe("new\n");
  });

  it("is not put again when the answer was for always, also in the next session", async () => {
    const turns = [WRITE, WRITE, DONE];
    const started = await startAgent({ config, turns, answer: () => select("project") });
    await started.prompt(await started.newSession(), "go");
    await started.prompt(await started.newSession(), "go");
    expect(started.questions).toHaveLength(1);
    expect(started.of("tool_call_update").filter((update) => update.status === "completed")).toHaveLength(4);
  });

  it("that is refused fails the call and goes on", async () => {
    const started = await startAgent({ config, turns: [WRITE, DONE], answer: () => select("reject") });
    expect(await started.prompt(await started.newSession(), "go")).toBe("end_turn");
    expect(started.said()).toBe("Done.");
    expect(started.of("tool_call_update").at(-1)).toMatchObject({
      status: "failed",
      content: [{ type: "content", content: { text: "[scribble rejected by the user]" } }],
    });
  });

  it("answered with something that was not offered is refused", async () => {
    const started = await startAgent({ config, turns: [WRITE, DONE], answer: () => select("sure") });
    await started.prompt(await started.newSession(), "go");
    expect(existsSync(join(started.cwd, "a.txt"))).toBe(false);
  });

  it("that the client cannot put is refused with the reason", async () => {
    const answer = (): never => {
      throw new Error("no window");
    };
    const started = await startAgent({ config, turns: [WRITE, DONE], answer });
    expect(await started.prompt(await started.newSession(), "go")).toBe("end_turn");
    expect(JSON.stringify(started.of("tool_call_update").at(-1))).toContain(
      "[scribble rejected by the user: the editor could not ask: Internal error",
    );
  });

  it("answered with cancelled ends the turn, and later calls do not run", async () => {
    const two = { tools: [...WRITE.tools, { name: "scribble", input: { path: "b.txt", text: "b" } }] };
    const started = await startAgent({
      config,
      turns: [two, DONE],
      answer: () => ({ outcome: "cancelled" }),
    });
    expect(await started.prompt(await started.newSession(), "go")).toBe("cancelled");
    expect(started.questions).toHaveLength(1);
    expect(existsSync(join(started.cwd, "b.txt"))).toBe(false);
  });

  it("that is never answered is answered by cancelling, and the next one works", async () => {
    let asked = 0;
    let dropped = false;
    const started = await startAgent({
      config,
      turns: [WRITE, WRITE, DONE],
      answer: (_request, signal) => {
        asked += 1;
        if (asked > 1) return select("once");
        signal.addEventListener("abort", () => void (dropped = true));
        return new Promise(() => {});
      },
    });
    const session = await started.newSession();
    const turn = started.prompt(session, "go");
    await started.until(() => asked === 1, "a question");
    await started.agent.notify("session/cancel", { sessionId: session });
    expect(await turn).toBe("cancelled");
    await started.until(() => dropped, "the client is told to drop the question");
    expect(started.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
    expect(await started.prompt(session, "again")).toBe("end_turn");
    expect(asked).toBe(2);
  });
});

describe("cancelling", () => {
  it("ends the running prompt and those that wait, and nothing else", async () => {
    const turns = [{ tools: [{ name: "bash", input: { command: "sleep 30" } }] }, DONE];
    const started = await startAgent({ turns, config: { mode: "yolo" } });
    const [one, other] = [await started.newSession(), await started.newSession()];
    const first = started.prompt(one, "a");
    const second = started.prompt(one, "b");
    const foreign = started.prompt(other, "c");
    await started.until(() => status(started).filter((s) => s === "in_progress").length === 2, "both run");
    await started.agent.notify("session/cancel", { sessionId: one });
    expect(await Promise.all([first, second])).toEqual(["cancelled", "cancelled"]);
    expect(await Promise.race([foreign, new Promise((resolve) => setTimeout(resolve, 300, "runs"))])).toBe(
      "runs",
    );
    expect(await started.prompt(one, "d")).toBe("end_turn");
    await started.agent.request("session/close", { sessionId: other });
    expect(await foreign).toBe("cancelled");
  });

  it("right behind the prompt reaches it", async () => {
    const started = await startAgent({ turns: [{ text: "slow", delayMs: 30_000 }] });
    const sessionId = await started.newSession();
    const turn = started.prompt(sessionId, "go");
    await started.agent.notify("session/cancel", { sessionId });
    expect(await turn).toBe("cancelled");
  });

  it("by $/cancel_request ends that prompt as cancelled", async () => {
    const turns = [{ text: "slow", delayMs: 30_000 }, DONE];
    const started = await startAgent({ turns });
    const sessionId = await started.newSession();
    const abort = new AbortController();
    const turn = started.agent.request(
      "session/prompt",
      { sessionId, prompt: [{ type: "text", text: "go" }] },
      { cancellationSignal: abort.signal },
    );
    await started.until(() => started.of("session_info_update").length > 0, "the turn runs");
    abort.abort();
    expect(await turn).toEqual({ stopReason: "cancelled" });
  });
});
