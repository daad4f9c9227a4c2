import { PREFIX } from "./scan.js";

/** What may begin a call at the start of a line. */
const OPENER = new RegExp(
  [
    `<${PREFIX}(?:tool_calls?|toolcall|function_calls?|longcat_tool_call)>`,
    `<${PREFIX}(?:function=|(?:function|invoke)\\s+name\\s*=)`,
    "<\\|(?:tool_call|tool_calls_section_begin|tool_call_begin|tool_call_start|python_tag|action_start)\\|>",
    "<\\|tool_call>",
    "<｜tool▁calls?▁begin｜>",
    `<${PREFIX}tool_call\\s+name\\s*=`,
    "<\\|START_ACTION\\|>",
    "<TOOLCALL>",
    "<tool_code>",
    "\\[TOOL_CALLS\\]",
  ].join("|"),
  "y",
);

/** Only as the whole message. */
const WHOLE = /```(?:tool_calls?|tool_code|function_calls?|json)[ \t]*\r?\n|functools\[|[[{]/y;

/** Tokens that no prose holds: they count right behind a text as well. */
const TOKEN =
  /<\|(?:tool_calls_section_begin|tool_call_begin|tool_call_start|python_tag)\|>|<｜tool▁calls?▁begin｜>|\[TOOL_CALLS\]/y;
const TOKEN_LITERALS: readonly string[] = [
  "<|tool_calls_section_begin|>",
  "<|tool_call_begin|>",
  "<|tool_call_start|>",
  "<|python_tag|>",
  "<｜tool▁calls▁begin｜>",
  "<｜tool▁call▁begin｜>",
  "[TOOL_CALLS]",
];

/** gpt-oss's channels, where the server hands them through. */
const CHANNEL = /<\|(?:channel|start)\|>/y;

const LITERALS: readonly string[] = [
  ...["", "antml:", "minimax:", "seed:", "｜DSML｜", "‖DSML‖", "|DSML|"].flatMap((prefix) =>
    [
      "tool_call>",
      "tool_call name=",
      "tool_calls>",
      "function_call>",
      "function_calls>",
      "function=",
      "function name=",
      "invoke name=",
    ].map((tag) => `<${prefix}${tag}`),
  ),
  "<toolcall>",
  "<TOOLCALL>",
  "<|START_ACTION|>",
  "<longcat_tool_call>",
  "<tool_code>",
  "<|tool_call|>",
  "<|tool_call>",
  "<|tool_calls_section_begin|>",
  "<|tool_call_begin|>",
  "<|tool_call_start|>",
  "<|python_tag|>",
  "<|action_start|>",
  "<｜tool▁calls▁begin｜>",
  "<｜tool▁call▁begin｜>",
  "[TOOL_CALLS]",
  "<think>",
  "<|channel|>",
  "<|start|>",
];
const WHOLE_LITERALS: readonly string[] = [
  "```tool_calls\n",
  "```tool_code\n",
  "```function_calls\n",
  "```json\n",
  "functools[",
  "<thinking>",
  "<thought>",
  "<reasoning>",
  "[THINK]",
  "<|im_start|>assistant\n",
  "<|start_header_id|>assistant<|end_header_id|>",
  "<|begin_of_text|>",
  "<|assistant|>",
  "<bos>",
  "<start_of_turn>model\n",
];

const THINK = /<think>/y;
const THINK_FIRST = /<(think|thinking|thought|reasoning)>|\[THINK\]/y;

export type Opening =
  | { readonly kind: "markup" | "channel"; readonly length: number }
  /** `close` ends the thoughts. */
  | { readonly kind: "think"; readonly length: number; readonly close: string }
  /** More text is needed to tell. */
  | "partial";

/** What opens at a place. `start`: only blanks stand before it on its line; `first`: in the whole message. */
export function openingAt(text: string, at: number, start: boolean, first: boolean): Opening | undefined {
  if (!start) {
    const token = lengthAt(TOKEN, text, at);
    if (token > 0) return { kind: "markup", length: token };
    return grows(TOKEN_LITERALS, text.slice(at, at + 40)) ? "partial" : undefined;
  }
  THINK_FIRST.lastIndex = at;
  THINK.lastIndex = at;
  const think = first ? THINK_FIRST.exec(text) : THINK.exec(text);
  if (think) {
    const close = think[0] === "[THINK]" ? "[/THINK]" : `</${think[0].slice(1)}`;
    return { kind: "think", length: think[0].length, close };
  }
  const rest = text.slice(at, at + 60);
  // Before bare JSON, for both begin with a bracket.
  if (grows(LITERALS, rest) || (first && grows(WHOLE_LITERALS, rest))) return "partial";
  const channel = first ? lengthAt(CHANNEL, text, at) : 0;
  if (channel > 0) return { kind: "channel", length: channel };
  const markup = lengthAt(OPENER, text, at) || (first ? lengthAt(WHOLE, text, at) : 0);
  if (markup > 0) return { kind: "markup", length: markup };
  return undefined;
}

function grows(literals: readonly string[], text: string): boolean {
  return literals.some((one) => one.length > text.length && one.startsWith(text));
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
