import { readEnvelope } from "../envelope.js";
import { jsonAt, matchAt, nameIn, skipBlanks } from "../scan.js";
import type { Family, Unit } from "../types.js";

/** Markers in front of JSON envelopes: Mistral's older form, Llama's python tag, Phi's functools. */
const MARKER = /\[TOOL_CALLS\]\s*(?=[[{])|<\|python_tag\|>\s*(?=[[{])|functools(?=\[)/y;
const FENCE = /```(?:tool_calls?|tool_code|function_calls?|json)[ \t]*\r?\n(?=\s*[[{])/y;

/** One JSON envelope (or a list) behind a marker, in a labelled fence, or bare. */
export const plainJson: Family = (text, at, inside) => {
  const marker = matchAt(MARKER, text, at);
  if (marker !== undefined) return read(text, at + marker[0].length, true);
  const fence = matchAt(FENCE, text, at);
  if (fence !== undefined) {
    const unit = read(text, skipBlanks(text, at + fence[0].length), false);
    if (unit?.kind !== "calls") return unit;
    const close = matchAt(/\s*```/y, text, unit.end);
    return close === undefined ? undefined : { ...unit, end: close.index + close[0].length };
  }
  return /[[{]/.test(text.charAt(at)) ? read(text, at, inside) : undefined;
};

function read(text: string, at: number, marked: boolean): Unit | undefined {
  const json = jsonAt(text, at);
  const name = nameIn(text.slice(at));
  if (json.kind === "cut") return { kind: "cut", name };
  if (json.kind === "bad")
    return marked ? { kind: "bad", name, body: text.slice(at), end: text.length } : undefined;
  const calls = readEnvelope(json.value, !marked);
  if (calls !== undefined) return { kind: "calls", calls, end: json.end };
  return marked ? { kind: "bad", name, body: text.slice(at, json.end), end: json.end } : undefined;
}
