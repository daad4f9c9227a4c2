import { rmSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { normaliseCall } from "../args/normalise-call.js";
import { checkPortableSchema } from "../schema/portable.js";
import { boundText } from "../text/bound.js";
import { describeError } from "../text/describe-error.js";
import { settleWithin } from "../dispatch/settle.js";
import { toResult } from "../dispatch/to-result.js";
import type { Tool } from "../tool/types.js";
import { WorkspaceError } from "../workspace/error.js";
import { createTestContext } from "./create-test-context.js";
import { wrongInputs } from "./wrong-inputs.js";

/** One rule of the conformance kit and how the tool fared. */
export interface Finding {
  readonly rule:
    | "name"
    | "description"
    | "schema"
    | "wrong input"
    | "plan has no side effects"
    | "result"
    | "output bound"
    | "abort";
  readonly ok: boolean;
  readonly detail: string;
}

export interface TestToolOptions {
  /** At least one input that works in a folder prepared by `setup`. */
  readonly inputs: readonly unknown[];
  /** Fills the temporary folder that each input is tried in. */
  setup?(folder: string): Promise<void> | void;
  readonly config?: unknown;
  /** Milliseconds a tool may take to end after its signal was aborted. Default 2,000. */
  readonly abortMs?: number;
  /** Milliseconds an input may take, plan and run together. Default 10,000. */
  readonly runMs?: number;
}

/** When the call that is aborted on its way is aborted, in ms. */
const ABORT_AFTER = 30;

/**
 * Tries a tool against the contract, without a test framework: `expect(findings.filter((f) => !f.ok)).toEqual([])`.
 * Every input runs in a temporary folder of its own that is removed afterwards.
 */
export async function testTool(tool: Tool, options: TestToolOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (rule: Finding["rule"], problems: readonly string[]): void => {
    findings.push({ rule, ok: problems.length === 0, detail: problems.join("; ") });
  };
  add(
    "name",
    /^[A-Za-z0-9_-]{1,64}$/.test(tool.name) ? [] : [`${tool.name} is not a name that model APIs take`],
  );
  add("description", describes(tool));
  add("schema", checkPortableSchema(tool.input));
  add("wrong input", await tryWrongInputs(tool, options.inputs));
  for (const input of options.inputs) {
    const { plan, result, bound } = await tryInput(tool, input, options);
    add("plan has no side effects", plan);
    add("result", result);
    add("output bound", bound);
  }
  add("abort", [...(await tryAbort(tool, options, 0)), ...(await tryAbort(tool, options, ABORT_AFTER))]);
  return findings;
}

function describes(tool: Tool): string[] {
  if (tool.description.trim().length < 10) return ["the description says too little for a model"];
  return tool.description.length > 4000
    ? [`the description has ${tool.description.length} characters; models read it with every request`]
    : [];
}

/** Made-up inputs are read and validated only, never run: `prepare` and the schema must stand whatever a model sends. */
async function tryWrongInputs(tool: Tool, inputs: readonly unknown[]): Promise<string[]> {
  for (const input of wrongInputs(tool.input, inputs)) {
    const read = await normaliseCall([tool], { name: tool.name, input });
    if (!read.ok && read.code === "internal")
      return [`${JSON.stringify(input)} made it throw: ${read.defect ?? read.text}`];
  }
  return [];
}

interface Tried {
  readonly plan: string[];
  readonly result: string[];
  readonly bound: string[];
}

async function tryInput(tool: Tool, raw: unknown, options: TestToolOptions): Promise<Tried> {
  const tried: Tried = { plan: [], result: [], bound: [] };
  const { ctx } = createTestContext(options.config === undefined ? {} : { config: options.config });
  try {
    await options.setup?.(ctx.cwd);
    const read = await normaliseCall([tool], { name: tool.name, input: raw });
    if (!read.ok) return { ...tried, result: [`the input ${JSON.stringify(raw)} was refused: ${read.text}`] };
    const before = await fingerprint(ctx.cwd);
    const signal = AbortSignal.timeout(options.runMs ?? 10_000);
    const planned = await settleWithin(tool.plan?.(read.input, ctx), signal, 0);
    if (planned.kind === "late") return { ...tried, plan: ["plan() did not end in time"] };
    const plan = planned.value;
    if ((await fingerprint(ctx.cwd)) !== before) tried.plan.push("plan() changed the folder");
    if (plan !== undefined && plan.title.trim() === "") tried.plan.push("the plan has no title");
    const given = await settleWithin(plan?.refuse ?? tool.run(read.input, ctx, plan), signal, 0);
    if (given.kind === "late") return { ...tried, result: ["run() did not end in time"] };
    const result = toResult(given.value);
    if (result.ok === false && result.code === undefined) tried.result.push("a failure without a code");
    const { maxOutput } = ctx.limits;
    if (tool.bound === "self" && result.text.length > maxOutput)
      tried.bound.push(`${result.text.length} characters, the limit is ${maxOutput}`);
    else if (boundText(result.text, maxOutput, "middle").length > maxOutput)
      tried.bound.push("cannot be bounded");
  } catch (error) {
    // What the workspace refuses may be thrown on: the dispatcher makes an ordinary failure of it.
    if (!(error instanceof WorkspaceError)) tried.result.push(`it threw: ${describeError(error)}`);
  } finally {
    rmSync(ctx.cwd, { recursive: true, force: true });
  }
  return tried;
}

async function tryAbort(tool: Tool, options: TestToolOptions, after: number): Promise<string[]> {
  const abort = new AbortController();
  const { ctx } = createTestContext({
    signal: abort.signal,
    ...(options.config === undefined ? {} : { config: options.config }),
  });
  const limit = options.abortMs ?? 2000;
  let timer: NodeJS.Timeout | undefined;
  try {
    await options.setup?.(ctx.cwd);
    const read = await normaliseCall([tool], { name: tool.name, input: options.inputs[0] });
    if (!read.ok) return [];
    if (after === 0) abort.abort();
    const late = new Promise<string[]>((resolve) => {
      const giveUp = (): void => resolve([`still running ${limit} ms after its signal was aborted`]);
      timer = setTimeout(() => {
        abort.abort();
        timer = setTimeout(giveUp, limit);
      }, after);
    });
    // An aborted tool may give a result or throw the signal's reason; it must only end.
    const ended = Promise.resolve()
      .then(() => tool.run(read.input, ctx))
      .then(
        () => [],
        () => [],
      );
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
    rmSync(ctx.cwd, { recursive: true, force: true });
  }
}

async function fingerprint(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  const rows = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await lstat(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
  return rows.join("\n");
}
