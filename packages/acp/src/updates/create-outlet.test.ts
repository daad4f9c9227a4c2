import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { createOutlet } from "./create-outlet.js";

const text = (of: string, messageId = "m"): SessionUpdate => ({
  sessionUpdate: "agent_message_chunk",
  messageId,
  content: { type: "text", text: of },
});
const output = (data: string): SessionUpdate => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c",
  _meta: { terminal_output: { terminal_id: "c", data } },
});
const status: SessionUpdate = { sessionUpdate: "tool_call_update", toolCallId: "c", status: "completed" };

describe("the outlet", () => {
  it("joins pieces of one message and keeps the order", async () => {
    const sent: SessionUpdate[] = [];
    const outlet = createOutlet(async (update) => void sent.push(update));
    for (const update of [text("a"), text("b"), text("c", "n"), status, text("d", "n")]) outlet.push(update);
    await outlet.flush();
    expect(sent).toEqual([text("ab"), text("c", "n"), status, text("d", "n")]);
  });

  it("collects while a slow client reads", async () => {
    const sent: SessionUpdate[] = [];
    let free: () => void = () => {};
    const outlet = createOutlet(async (update) => {
      sent.push(update);
      if (sent.length === 1) await new Promise<void>((resolve) => (free = resolve));
    });
    outlet.push(status);
    for (let i = 0; i < 1000; i += 1) outlet.push(output("x"));
    free();
    await outlet.flush();
    expect(sent).toEqual([status, output("x".repeat(1000))]);
  });

  it("cuts long texts between characters", async () => {
    const sent: SessionUpdate[] = [];
    const outlet = createOutlet(async (update) => void sent.push(update));
    outlet.push(text(`a${"😀".repeat(20_000)}`));
    await outlet.flush();
    const parts = sent.map((update) =>
      "content" in update && !Array.isArray(update.content) && update.content?.type === "text"
        ? update.content.text
        : "",
    );
    expect(parts.length).toBe(5);
    expect(parts.join("")).toBe(`a${"😀".repeat(20_000)}`);
  });

  it("sends what comes after a flush that had nothing to do", async () => {
    const sent: SessionUpdate[] = [];
    const outlet = createOutlet(async (update) => void sent.push(update));
    await outlet.flush();
    outlet.push(status);
    await outlet.flush();
    outlet.push(text("by itself"));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(sent).toEqual([status, text("by itself")]);
  });

  it("survives a client that is gone", async () => {
    const outlet = createOutlet(() => Promise.reject(new Error("gone")));
    outlet.push(text("a"));
    await outlet.flush();
  });
});
