import { expect, it } from "vitest";
import { messagesFault } from "./strict-messages.js";

const text = (words: string) => ({ type: "text", text: words });
const user = { role: "user", content: [text("Hi")] };
const call = (id: string) => ({ type: "tool_use", id, name: "bash", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "x" });
const ask = (...messages: object[]) => ({ max_tokens: 100, messages });

it("accepts what the API accepts", () => {
  const calls = { role: "assistant", content: [text("Look."), call("a"), call("b")] };
  expect(
    messagesFault(ask(user, calls, { role: "user", content: [result("a"), result("b"), text("and")] })),
  ).toBeUndefined();
});

it.each([
  ["no limit", { messages: [user] }, "max_tokens: Field required"],
  [
    "budget",
    { ...ask(user), thinking: { budget_tokens: 100 } },
    "max_tokens must be greater than thinking.budget_tokens",
  ],
  [
    "assistant first",
    ask({ role: "assistant", content: [text("x")] }),
    "messages: first message must use the user role",
  ],
  [
    "blank text",
    ask({ role: "user", content: [text(" ")] }),
    "messages.0: text content blocks must be non-empty",
  ],
  [
    "no result",
    ask(user, { role: "assistant", content: [call("a")] }, user),
    "messages.2: tool_use ids were found without tool_result blocks immediately after",
  ],
  [
    "stray result",
    ask({ role: "user", content: [result("a")] }),
    "messages.0: unexpected tool_use_id in tool_result blocks",
  ],
  [
    "text first",
    ask(
      user,
      { role: "assistant", content: [call("a")] },
      { role: "user", content: [text("x"), result("a")] },
    ),
    "messages.2: tool_result blocks must come first",
  ],
  [
    "same id",
    ask(user, { role: "assistant", content: [call("a"), call("a")] }),
    "messages.1: tool_use ids must be unique",
  ],
  [
    "no signature",
    ask(user, { role: "assistant", content: [{ type: "thinking", thinking: "x" }] }),
    "messages.1: thinking.signature: missing",
  ],
])("refuses: %s", (_name, body, fault) => {
  expect(messagesFault(body)).toBe(fault);
});

it("counts cache breakpoints", () => {
  const marked = { type: "text", text: "x", cache_control: { type: "ephemeral" } };
  expect(messagesFault(ask({ role: "user", content: [marked, marked, marked, marked, marked] }))).toContain(
    "maximum of 4",
  );
});
