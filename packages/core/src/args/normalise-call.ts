import { describeIssues } from "../schema/describe-issues.js";
import { checkInput } from "../schema/validate.js";
import type { Code, Tool } from "../tool/types.js";
import { findTool } from "./find-tool.js";
import { fitFields, readObject } from "./read-arguments.js";
import { isObject } from "./unwrap.js";

/** A call that may be planned and run, or the failure that the model gets instead. */
export type NormalisedCall =
  | {
      readonly ok: true;
      readonly tool: Tool;
      /** Validated, in the form that `plan` and `run` take. */
      readonly input: unknown;
      /** What was repaired, converted or left out, in words, for the log. */
      readonly notes: readonly string[];
    }
  | {
      readonly ok: false;
      /** Absent when no declared tool fits. */
      readonly tool?: Tool;
      readonly code: Extract<Code, "invalid_input" | "not_found" | "internal">;
      readonly text: string;
      /** The arguments as far as they could be read, else as they came. */
      readonly input: unknown;
      /** Set with `internal`: what the tool's own `prepare` or schema threw. */
      readonly defect?: string;
    };

/** Names listed in the text about an unknown tool. */
const MAX_LISTED = 50;

/**
 * Makes a runnable call of what a model emitted: finds the tool, reads the arguments, lets the tool's `prepare` forgive
 * shapes, fits the fields to the schema and validates. `prepare` sees an object whose syntax and wrappers are done
 * and whose fields are as the model named them.
 */
export async function normaliseCall(
  tools: readonly Tool[],
  call: { readonly name: string; readonly input: unknown },
): Promise<NormalisedCall> {
  const found = findTool(
    call.name,
    tools.map(({ name }) => name),
  );
  const tool = found.ok ? tools.find(({ name }) => name === found.name) : undefined;
  if (tool === undefined) return unknownTool(tools, call, found.ok ? [] : found.near);

  const object = readObject(tool, call.input);
  if (!object.ok) return { ok: false, tool, code: "invalid_input", text: object.text, input: call.input };
  const notes =
    tool.name === call.name ? [] : [`tool ${JSON.stringify(call.name.slice(0, 80))} read as ${tool.name}`];
  notes.push(...object.repaired);

  let input: unknown = object.value;
  try {
    input = tool.prepare === undefined ? object.value : tool.prepare(object.value);
    if (!isObject(input)) throw new TypeError("prepare must return an object");
    const { value, fit } = fitFields(tool, input);
    input = value;
    const checked = await checkInput(tool, value);
    const fields = new Set(fit.issues.map(({ field }) => field));
    const issues = [
      ...fit.issues,
      ...(checked.ok ? [] : checked.issues.filter(({ field }) => !fields.has(field))),
    ];
    if (!checked.ok || issues.length > 0) {
      return { ok: false, tool, code: "invalid_input", text: describeIssues(tool, issues), input };
    }
    notes.push(...fit.repaired, ...fit.dropped.map((field) => `${field}: left out`));
    return { ok: true, tool, input: checked.value, notes };
  } catch (error) {
    const defect = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      tool,
      code: "internal",
      text: `[${tool.name}: internal error: ${defect}]`,
      input,
      defect,
    };
  }
}

function unknownTool(
  tools: readonly Tool[],
  call: { readonly name: string; readonly input: unknown },
  near: readonly string[],
): NormalisedCall {
  const names = tools.map(({ name }) => name);
  const more = names.length > MAX_LISTED ? `, … ${names.length - MAX_LISTED} more` : "";
  const list =
    names.length === 0 ? "no tools are declared" : `tools: ${names.slice(0, MAX_LISTED).join(", ")}${more}`;
  if (call.name.trim() === "") {
    return {
      ok: false,
      code: "invalid_input",
      text: `[a call without a tool name cannot be run — ${list}]`,
      input: call.input,
    };
  }
  const hint = near.length === 0 ? "" : `did you mean ${near.join(" or ")}? `;
  const name = JSON.stringify(call.name.length > 100 ? `${call.name.slice(0, 100)}…` : call.name);
  return { ok: false, code: "not_found", text: `[unknown tool ${name} — ${hint}${list}]`, input: call.input };
}
