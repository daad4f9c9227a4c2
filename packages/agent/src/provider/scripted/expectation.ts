import type { ModelRequest } from "../types.js";
import type { ScriptedTurn } from "./script.js";

function lastUserText(request: ModelRequest): string | undefined {
  const message = request.messages.filter((one) => one.role === "user").at(-1);
  return message?.blocks
    .map((block) => (block.type === "text" ? block.text : `[${block.mimeType}]`))
    .join("\n");
}

function lastResult(request: ModelRequest): string | undefined {
  return request.messages.filter((one) => one.role === "tool").at(-1)?.text;
}

function holds(wanted: string, text: string): boolean {
  const pattern = /^\/(.+)\/([a-z]*)$/s.exec(wanted);
  if (pattern === null) return text.includes(wanted);
  return new RegExp(pattern[1]!, pattern[2]!.replace(/[gy]/g, "")).test(text);
}

function compare(where: string, wanted: string | undefined, text: string | undefined): string | undefined {
  if (wanted === undefined) return undefined;
  if (text === undefined) return `expected ${wanted} in ${where}, but there is none`;
  if (holds(wanted, text)) return undefined;
  return `expected ${wanted} in ${where}, which is: ${text.length > 500 ? `${text.slice(0, 500)}…` : text}`;
}

/** Says how a request differs from what a turn expects; undefined when it fits. */
export function expectationFault(expect: ScriptedTurn["expect"], request: ModelRequest): string | undefined {
  if (expect === undefined) return undefined;
  if (typeof expect === "string") {
    const last = request.messages.at(-1);
    return last?.role === "tool"
      ? compare("the last tool result", expect, last.text)
      : compare("the last user message", expect, lastUserText(request));
  }
  const declared = request.tools.map((tool) => tool.name);
  const missing = expect.tools?.filter((name) => !declared.includes(name)) ?? [];
  return (
    compare("the last user message", expect.user, lastUserText(request)) ??
    compare("the last tool result", expect.result, lastResult(request)) ??
    (missing.length === 0
      ? undefined
      : `expected the tools ${missing.join(", ")}, but declared are: ${declared.join(", ") || "none"}`)
  );
}
