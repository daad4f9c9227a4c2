import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { startAgent } from "./fixtures/start-agent.js";

const bash = { name: "bash", input: { command: "echo hi > made" } };

/** An editor's mm that may ask `coder`. */
async function startAsking() {
  const home = tempFolder("mm-acp-agents-");
  const turns = [{ thought: "hm", text: "I write.", tools: [bash] }, { text: "Written." }];
  writeFileSync(join(home, "coder.json"), JSON.stringify({ turns }));
  writeFileSync(join(home, "coder.yaml"), `provider: scripted\nmodel: ${join(home, "coder.json")}\n`);
  const ask = { name: "ask_agent", input: { agent: "coder", prompt: "Write it" } };
  return startAgent({
    home,
    turns: [{ text: "I ask.", tools: [ask] }, { text: "It said: {{result}}" }],
    config: {
      mmConfigs: { coder: { config: join(home, "coder.yaml") } },
      permissions: { ask_agent: "allow" },
    },
  });
}

describe("an asked agent in an editor", () => {
  it("is named on its words, calls and questions", async () => {
    const mm = await startAsking();
    const session = await mm.newSession();
    expect(await mm.prompt(session, "go")).toBe("end_turn");
    expect(mm.said()).toBe("I ask.\n\n**coder:** I write.Written.\n\nIt said: Written.");
    expect(mm.of("tool_call").map(({ title, _meta: meta }) => [title, meta])).toEqual([
      [expect.stringMatching(/^ask_agent: coder \(scripted\/.*\) — Write it$/), undefined],
      ["coder · echo hi > made", { "mm/agent": ["coder"] }],
    ]);
    const [question] = mm.questions;
    expect(question).toMatchObject({
      sessionId: session,
      toolCall: {
        toolCallId: mm.of("tool_call")[1]?.toolCallId,
        title: "coder · echo hi > made",
        status: "pending",
      },
    });
    expect(question?.options[1]).toMatchObject({
      optionId: "session",
      name: expect.stringContaining("`bash: echo hi > made`") as string,
    });
    const done = mm.of("tool_call_update").filter(({ status }) => status === "completed");
    expect(JSON.stringify(done.at(-1)?.content)).toContain("coder answered (8 characters)");
    expect(await mm.end()).toBe(0);
  });
});

describe("session/new", () => {
  it("keeps nothing of a session that another mm asks for", async () => {
    const mm = await startAgent();
    const open = (meta?: object) =>
      mm.agent.request("session/new", {
        cwd: mm.cwd,
        mcpServers: [],
        ...(meta ? { _meta: { ...meta } } : {}),
      });
    const kept = await open();
    const lost = await open({ "mm/store": false });
    for (const { sessionId } of [kept, lost]) expect(await mm.prompt(sessionId, "hi")).toBe("end_turn");
    const { sessions } = await mm.agent.request("session/list", {});
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([kept.sessionId]);
  });
});
