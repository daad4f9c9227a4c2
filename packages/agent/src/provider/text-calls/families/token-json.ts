import { jsonAt, matchAt, PREFIX, skipBlanks } from "../scan.js";
import type { Family, Unit } from "../types.js";

const NAME = "([\\w.:/-]{1,80})";

interface Form {
  readonly open: RegExp;
  /** Behind the arguments. */
  readonly close: RegExp | undefined;
  /** The opening token alone, for calls that end before their name does. */
  readonly token: RegExp;
}

/** Native tokens round a name and JSON arguments: Kimi, DeepSeek V3 and V3.1, Mistral since v11; a tag that carries the name. */
const FORMS: readonly Form[] = [
  {
    token: /<\|tool_call_begin\|>/y,
    open: new RegExp(`<\\|tool_call_begin\\|>\\s*${NAME}\\s*<\\|tool_call_argument_begin\\|>`, "y"),
    close: /\s*<\|tool_call_end\|>/y,
  },
  {
    token: /<｜tool▁call▁begin｜>/y,
    open: new RegExp(
      `<｜tool▁call▁begin｜>\\s*(?:\\w+\\s*<｜tool▁sep｜>\\s*${NAME}\\s*(?=\`\`\`)|${NAME}\\s*<｜tool▁sep｜>)`,
      "y",
    ),
    close: /\s*<｜tool▁call▁end｜>/y,
  },
  {
    token: /\[TOOL_CALLS\]\s*(?=[\w.:/-])/y,
    open: new RegExp(
      `\\[TOOL_CALLS\\]\\s*${NAME}\\s*(?:\\[CALL_ID\\][\\w-]*\\s*)?(?:\\[ARGS\\]\\s*)?(?=\\{)`,
      "y",
    ),
    close: undefined,
  },
  {
    token: new RegExp(`<${PREFIX}tool_call\\s+name\\s*=`, "y"),
    open: new RegExp(`<${PREFIX}tool_call\\s+name\\s*=\\s*["']${NAME}["']\\s*>\\s*(?=\\{)`, "y"),
    close: new RegExp(`\\s*</${PREFIX}tool_call>`, "y"),
  },
];

/** A name and its arguments between tokens of the chat template. */
export const tokenJson: Family = (text, at) => {
  for (const form of FORMS) {
    const open = matchAt(form.open, text, at);
    if (open !== undefined)
      return readArguments(text, at + open[0].length, (open[1] ?? open[2] ?? "").trim(), form);
    if (matchAt(form.token, text, at) !== undefined && /^[^{}<[]*(?:[<[][^{}]*)?$/.test(text.slice(at + 12)))
      return { kind: "cut" };
  }
  return undefined;
};

function readArguments(text: string, start: number, name: string, form: Form): Unit {
  const read = jsonAt(text, skipBlanks(text, start));
  if (read.kind === "cut") return { kind: "cut", name };
  if (read.kind === "value") {
    const end = form.close === undefined ? read.end : behind(form.close, text, read.end);
    if (end === undefined) return { kind: "cut", name };
    return { kind: "calls", calls: [{ name, arguments: read.value }], end };
  }
  const close =
    form.close === undefined ? undefined : matchAt(new RegExp(form.close.source, "g"), text, start);
  const end = close === undefined ? text.length : close.index + close[0].length;
  return { kind: "bad", name, body: text.slice(start, close?.index ?? end), end };
}

function behind(pattern: RegExp, text: string, at: number): number | undefined {
  const found = matchAt(pattern, text, at);
  return found === undefined ? undefined : found.index + found[0].length;
}
