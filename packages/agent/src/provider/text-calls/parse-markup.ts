import { findTool } from "@mm-agent/core";
import { functionTag } from "./families/function-tag.js";
import { gemma } from "./families/gemma.js";
import { plainJson } from "./families/plain-json.js";
import { pythonic } from "./families/pythonic.js";
import { taggedJson } from "./families/tagged-json.js";
import { tokenJson } from "./families/token-json.js";
import { END_TOKEN, START_TOKEN } from "./end-tokens.js";
import { matchAt, PREFIX } from "./scan.js";
import type { Family, TextCall } from "./types.js";

const FAMILIES: readonly Family[] = [taggedJson, functionTag, tokenJson, gemma, pythonic, plainJson];

const WRAP_OPEN = new RegExp(
  `<${PREFIX}(?:tool_calls|function_calls)>|<\\|tool_calls_section_begin\\|>|<｜tool▁calls▁begin｜>`,
  "y",
);
const WRAP_CLOSE = new RegExp(
  `</${PREFIX}(?:tool_calls|function_calls)>|<\\|tool_calls_section_end\\|>|<｜tool▁calls▁end｜>`,
  "y",
);
/** Some models leave out the outer opening tag and keep the closing one. */
const STRAY_CLOSE = new RegExp(`</${PREFIX}(?:tool_call|function_call)>`, "y");
/** Also the opening of a next reply that the model began before the server stopped it. */
const BETWEEN = new RegExp(
  `(?:[\\s;,]+|${END_TOKEN.source}|${START_TOKEN.source}|<\\|(?:eom_id|tool_call_end|/tool_call|im_start)\\|>)+`,
  "y",
);

/** What a stretch of markup that reaches to the end of the message comes to. */
export type Markup =
  | { readonly kind: "calls"; readonly calls: readonly TextCall[] }
  | { readonly kind: "cut"; readonly name: string | undefined }
  /** No calls. `at` is where something other than markup stands. */
  | { readonly kind: "text"; readonly at: number };

/** Reads the calls from the start of a text to its end. Only calls of declared tools count; a text that goes on behind them is text. */
export function parseMarkup(text: string, declared: readonly string[]): Markup {
  const known = (name: string | undefined): boolean => name !== undefined && findTool(name, declared).ok;
  const calls: TextCall[] = [];
  let open = 0;
  for (let at = 0; ;) {
    const between = matchAt(BETWEEN, text, at);
    if (between !== undefined) at += between[0].length;
    if (at >= text.length) break;
    const wrap = matchAt(WRAP_OPEN, text, at);
    const unwrap = wrap ?? matchAt(WRAP_CLOSE, text, at);
    if (unwrap !== undefined) {
      open += wrap === undefined ? -1 : 1;
      at += unwrap[0].length;
      continue;
    }
    const stray = calls.length > 0 ? matchAt(STRAY_CLOSE, text, at) : undefined;
    if (stray !== undefined) {
      at += stray[0].length;
      continue;
    }
    const unit = first(text, at, open > 0);
    if (unit === undefined)
      return open > 0 && isTagStart(text, at) ? { kind: "cut", name: undefined } : { kind: "text", at };
    if (unit.kind === "cut") {
      const name = unit.name ?? calls[0]?.name;
      return name === undefined || known(name) ? { kind: "cut", name } : { kind: "text", at: text.length };
    }
    if (unit.kind === "bad") {
      if (!known(unit.name)) return { kind: "text", at: unit.end };
      calls.push({ name: unit.name ?? "", arguments: unit.body });
    } else calls.push(...unit.calls);
    at = unit.end;
  }
  if (open > 0) return { kind: "cut", name: calls[0]?.name };
  return calls.some((call) => known(call.name))
    ? { kind: "calls", calls }
    : { kind: "text", at: text.length };
}

function first(text: string, at: number, inside: boolean): ReturnType<Family> {
  for (const family of FAMILIES) {
    const unit = family(text, at, inside);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

/** A tag that the end of the text cuts off. */
function isTagStart(text: string, at: number): boolean {
  return /^<[^<>\n]{0,80}$/.test(text.slice(at, at + 100)) && text.length - at < 100;
}
