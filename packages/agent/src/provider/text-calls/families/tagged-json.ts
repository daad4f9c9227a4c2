import { readEnvelope } from "../envelope.js";
import { jsonAt, matchAt, nameIn, PREFIX, skipBlanks } from "../scan.js";
import type { Family, TextCall, Unit } from "../types.js";
import { glmBody } from "./glm.js";
import { functionBody } from "./function-tag.js";

const OPEN = new RegExp(
  `<(${PREFIX}(?:tool_call|toolcall|TOOLCALL|function_call|longcat_tool_call))>|(<\\|tool_call\\|>)|(<\\|action_start\\|><\\|plugin\\|>|<\\|START_ACTION\\|>)`,
  "y",
);

function closer(open: RegExpExecArray): RegExp | undefined {
  if (open[1] !== undefined) return new RegExp(`\\s*</${open[1].replaceAll("|", "\\|")}>`, "y");
  return open[3] === undefined ? undefined : /\s*<\|(?:action_end|END_ACTION)\|>/y;
}

/** `<tool_call>{"name": …, "arguments": …}</tool_call>` and its kin; the tag may also hold another family's form. */
export const taggedJson: Family = (text, at) => {
  const open = matchAt(OPEN, text, at);
  if (open === undefined) return undefined;
  const close = closer(open);
  const start = skipBlanks(text, at + open[0].length);
  const inner = readInner(text, start, open[0]);
  if (inner === undefined || inner.kind === "cut" || close === undefined) return inner;
  const end = matchAt(close, text, inner.end);
  if (end !== undefined) return { ...inner, end: end.index + end[0].length };
  // The end tag may be missing or stand further back, behind what cannot be read.
  return mended(text, start, open[0]);
};

function readInner(text: string, start: number, open: string): Unit | undefined {
  const first = text.charAt(start);
  if (first === "") return { kind: "cut" };
  if (first === "<") {
    const inner = functionBody(text, start);
    return inner ?? ("<function".startsWith(text.slice(start)) ? { kind: "cut" } : undefined);
  }
  if (first !== "{" && first !== "[" && first !== "`") return glmBody(text, start);
  const calls: TextCall[] = [];
  for (let at = start; ;) {
    const read = jsonAt(text, at);
    if (read.kind === "cut") return { kind: "cut", name: nameIn(text.slice(at)) };
    if (read.kind === "bad") return mended(text, start, open);
    const found = readEnvelope(read.value, false);
    if (found === undefined)
      return {
        kind: "bad",
        name: nameIn(text.slice(at, read.end)),
        body: text.slice(at, read.end),
        end: read.end,
      };
    calls.push(...found);
    at = skipBlanks(text, read.end + (text.charAt(read.end) === "," ? 1 : 0));
    if (text.charAt(at) !== "{") return { kind: "calls", calls, end: read.end };
  }
}

/** A body that is not JSON, but whose closing tag proves that it is whole: one lost brace has one reading. */
function mended(text: string, start: number, open: string): Unit {
  const tag = `</${open.slice(1)}`;
  const close = open.startsWith("<|") ? -1 : text.indexOf(tag, start);
  const name = nameIn(text.slice(start)) ?? /^[\w.:-]+|^<\w+=([\w.:-]+)/.exec(text.slice(start))?.[0];
  if (close < 0) {
    return open.startsWith("<|")
      ? { kind: "bad", name, body: text.slice(start), end: text.length }
      : { kind: "cut", name };
  }
  const body = text.slice(start, close).trimEnd();
  const end = close + tag.length;
  if (body.endsWith("}")) {
    const whole = `${body}}`;
    const read = jsonAt(whole, 0);
    const calls =
      read.kind === "value" && read.end === whole.length ? readEnvelope(read.value, false) : undefined;
    if (calls !== undefined) return { kind: "calls", calls, end };
  }
  return { kind: "bad", name, body, end };
}
