import type { OpenedSession, Question, Update } from "./protocol.js";

// Any program may be at the other end, and what it sends is used as the protocol promises it. One field of a wrong type must
// not end the turn, let alone the process that asks.

type Fields = Readonly<Record<string, unknown>>;

/** Whether an update has the fields that its kind needs, with the types that it promises. */
export function isUpdate(value: unknown): value is Update {
  if (!isMap(value)) return false;
  switch (value["sessionUpdate"]) {
    case "agent_message_chunk":
    case "agent_thought_chunk":
      return isBlock(value["content"]) && isText(value["messageId"], true);
    case "tool_call":
    case "tool_call_update":
      return isCall(value);
    case "notice":
      return isText(value["title"]) && isText(value["description"], true);
    default:
      return isText(value["sessionUpdate"]);
  }
}

export function isQuestion(value: unknown): value is Question {
  if (!isMap(value) || !isText(value["sessionId"])) return false;
  const { toolCall, options } = value;
  return isMap(toolCall) && isCall(toolCall) && Array.isArray(options) && options.every(isOption);
}

export function isOpened(value: unknown): value is OpenedSession {
  if (!isMap(value) || !isText(value["sessionId"])) return false;
  const { modes, configOptions } = value;
  return (
    (isNone(modes) || (isMap(modes) && isListOf(modes["availableModes"], isMap))) &&
    (isNone(configOptions) || isListOf(configOptions, isMap))
  );
}

function isCall(call: Fields): boolean {
  const { content } = call;
  return (
    isText(call["toolCallId"]) &&
    ["title", "name", "kind", "status"].every((key) => isText(call[key], true)) &&
    (isNone(content) || isListOf(content, isContent))
  );
}

function isContent(part: unknown): boolean {
  if (!isMap(part)) return false;
  if (part["type"] === "content") return isBlock(part["content"]);
  if (part["type"] !== "diff") return true;
  return isText(part["path"]) && isText(part["newText"]) && isText(part["oldText"], true);
}

function isBlock(block: unknown): boolean {
  return isMap(block) && (block["type"] !== "text" || isText(block["text"]));
}

function isOption(option: unknown): boolean {
  return isMap(option) && isText(option["optionId"]) && isText(option["name"]) && isText(option["kind"]);
}

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function isText(value: unknown, optional = false): boolean {
  return typeof value === "string" || (optional && isNone(value));
}

function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isMap(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
