import { defineTool, EVENT_VERSION, type Ctx, type Tool } from "@mm-agent/core";
import { expect, it } from "vitest";
import { scripted } from "../provider/scripted/provider.js";
import { createMemoryStore } from "./memory-store.js";
import { openTestSession } from "./session-kit.js";

const asking = (run: (ctx: Ctx) => ReturnType<Tool["run"]>): Tool =>
  defineTool({
    name: "asking",
    kind: "ask",
    description: "x",
    input: { type: "object" },
    run: (_, ctx) => run(ctx),
  }) as Tool;
const turns = [{ tools: [{ name: "asking" }] }, { text: "next" }];

it("ends the turn when an asked agent has gone silent, with a result for the call", async () => {
  const endTurn = { reason: "watchdog", message: "[error: silence]" } as const;
  const tool = asking(() => ({ ok: false, code: "timeout", text: "[silence]", endTurn }));
  const { session } = openTestSession(scripted({ turns }), { tools: [tool] });
  expect(await session.prompt("go")).toMatchObject({ reason: "watchdog", message: "[error: silence]" });
  expect(session.messages().at(-1)).toMatchObject({ role: "tool", text: "[silence]" });
});

it("hands on the words and calls of an asked agent, and keeps none of them as its own", async () => {
  const tool = asking(({ host, sessionId }) => {
    const base = { v: EVENT_VERSION, seq: 7, at: "", session: "other", agent: ["a", "b"] } as const;
    host.emit({ ...base, type: "text.delta", messageId: "m", text: "inner words " });
    host.emit({
      ...base,
      type: "tool.planned",
      callId: "x",
      tool: "bash",
      title: "ls",
      kind: "execute",
      input: {},
      plan: { title: "ls" },
    });
    return `${sessionId !== "other"} ${host.model?.provider} ${host.model?.model}`;
  });
  const store = createMemoryStore();
  const provider = scripted({ turns });
  const { session, of, events } = openTestSession(provider, { tools: [tool], openStore: () => store });
  await session.prompt("go");
  expect(of("text.delta")[0]).toMatchObject({
    text: "inner words ",
    agent: ["a", "b"],
    session: session.id,
    turn: 1,
  });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(session.messages()[2]).toMatchObject({ text: "true scripted script" });
  expect(JSON.stringify(await store.records())).not.toContain("inner words");
});
