import { expect, it } from "vitest";
import { startModelServer, type ServerReply } from "@mm-agent/testkit";
import { createOpenAI } from "../provider/openai/provider.js";
import { openTestSession } from "./session-kit.js";

const chunk = (delta: object, finish: string | null = null): string =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });

function say(text: string, finish = "stop"): ServerReply {
  const pieces = text.match(/[\s\S]{1,3}/gu) ?? [];
  return { stream: [...pieces.map((content) => chunk({ content })), chunk({}, finish), "[DONE]"] };
}

async function play(replies: readonly ServerReply[], textToolCalls: "auto" | "on" | "off" = "auto") {
  const server = await startModelServer(replies, { strict: true });
  const provider = createOpenAI({ model: "m", baseUrl: `${server.url}/v1`, apiKey: "k", net: {} });
  const test = openTestSession(provider, { textToolCalls });
  const end = await test.session.prompt("go");
  await server.close();
  const shown = test.of("text.delta").map((event) => event.text);
  return { ...test, end, shown, requests: server.requests };
}

const CALL = '<tool_call>\n{"name": "say", "arguments": {"text": "hi"}}\n</tool_call>';

it("runs a call that stands in the text and sends it back as a call", async () => {
  const { end, requests, shown, of } = await play([say(`Let me see.\n${CALL}`), say("It says hi.")]);
  expect(end).toMatchObject({ reason: "done", text: "It says hi." });
  expect(shown.join("")).toBe("Let me see.\nIt says hi.");
  expect(of("tool.done").map((event) => event.text)).toEqual(["hi"]);
  const { messages } = requests[1]!.body as {
    messages: { role: string; content: string; tool_calls?: unknown[] }[];
  };
  expect(messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "tool"]);
  expect(messages[2]?.content).toBe("Let me see.\n");
  expect(messages[2]?.tool_calls).toHaveLength(1);
});

it("tells the model that a call was cut, and runs nothing", async () => {
  const cut = say('<tool_call>\n{"name": "say", "arguments": {"text": "hal', "length");
  const { of, shown, requests } = await play([cut, say("Again.")]);
  expect(shown.join("")).toBe("Again.");
  expect(of("tool.done")[0]?.text).toContain("say was not run: your output was cut off");
  expect(JSON.stringify(requests[1]?.body)).toContain("Send less at once");
});

it("leaves the text alone when it is switched off", async () => {
  const { end, requests } = await play([say(CALL)], "off");
  expect(end).toMatchObject({ reason: "done", text: CALL });
  expect(requests).toHaveLength(1);
});

it("stops a call in the text that repeats itself without end", async () => {
  const { end } = await play([
    say(`<tool_call>{"name": "say", "arguments": {"text": "${"abcdefgh".repeat(500)}`),
  ]);
  expect(end.reason).toBe("runaway");
});

it("does not ask again when calls are announced that never come", async () => {
  const { end, requests } = await play([say("", "tool_calls")]);
  expect(end).toMatchObject({ reason: "error", message: "the model announced a tool call and sent none" });
  expect(requests).toHaveLength(1);
});

it("refuses the calls of a stream that closes without a finish, and tells the model", async () => {
  const call = { index: 0, id: "a", type: "function", function: { name: "say", arguments: '{"text":"hi"}' } };
  const { of, requests } = await play([{ stream: [chunk({ tool_calls: [call] })] }, say("Again.")]);
  expect(of("tool.done")[0]?.ok).toBe(false);
  expect(requests).toHaveLength(2);
});
