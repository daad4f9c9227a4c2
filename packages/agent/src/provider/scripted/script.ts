import type { ErrorClass, StopReason } from "../types.js";

/** A call of a scripted turn. */
export interface ScriptedCall {
  readonly name: string;
  /** The arguments; strings in it may quote results. Default `{}`. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The arguments as raw text instead, for what is not valid JSON. */
  readonly arguments?: string;
}

/**
 * What a request must look like. A text is looked for as it stands; written as `/…/flags` it is a regular expression.
 */
export interface ScriptedExpect {
  /** In the last user message. */
  readonly user?: string;
  /** In the last tool result. */
  readonly result?: string;
  /** Names that must be among the declared tools. */
  readonly tools?: readonly string[];
}

/** One reply of the scripted model. Text and inputs may quote tool results: see `quote.ts`. */
export interface ScriptedTurn {
  readonly expect?: string | ScriptedExpect;
  readonly thought?: string;
  readonly text?: string;
  readonly tools?: readonly ScriptedCall[];
  /** Milliseconds before the first event. */
  readonly delayMs?: number;
  /** Ends the stream with this, after thought, text and the beginnings of the calls. */
  readonly error?: { readonly class: ErrorClass; readonly message: string; readonly retryAfterMs?: number };
  /** Default: `calls` when there are calls, else `stop`. */
  readonly stop?: StopReason;
  /** Tokens to report. */
  readonly usage?: { readonly input: number; readonly output: number };
  /** How often the turn is played. Default 1. */
  readonly repeat?: number;
  /** Plays the turn for every request from here on. */
  readonly loop?: boolean;
}

export interface Script {
  readonly turns: readonly ScriptedTurn[];
}

/** Where and how a script is wrong. `path` leads to the value. */
export interface ScriptFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type Check = (value: unknown, path: readonly (string | number)[]) => ScriptFault | undefined;

const CLASSES = ["auth", "rate_limit", "overloaded", "overflow", "network", "bad_request", "aborted"];
const STOPS = ["stop", "calls", "length", "refusal"];

const text: Check = (value, path) =>
  typeof value === "string" ? undefined : { path, message: "must be text" };
const flag: Check = (value, path) =>
  typeof value === "boolean" ? undefined : { path, message: "must be true or false" };
const count: Check = (value, path) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0
    ? undefined
    : { path, message: "must be a number, 0 or more" };
const map: Check = (value, path) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? undefined
    : { path, message: "must be a map" };

function oneOf(words: readonly string[]): Check {
  return (value, path) =>
    words.includes(value as string) ? undefined : { path, message: `must be one of ${words.join(", ")}` };
}

function list(item: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return { path, message: "must be a list" };
    for (const [at, one] of value.entries()) {
      const fault = item(one, [...path, at]);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

function record(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, path) => {
    const wrong = map(value, path);
    if (wrong !== undefined) return wrong;
    const entries = Object.entries(value as Record<string, unknown>);
    for (const [name, one] of entries) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (check === undefined) {
        return {
          path: [...path, name],
          message: `is not known here (known: ${Object.keys(fields).join(", ")})`,
        };
      }
      const fault = check(one, [...path, name]);
      if (fault !== undefined) return fault;
    }
    const missing = required.find((name) => !entries.some(([has]) => has === name));
    return missing === undefined ? undefined : { path, message: `needs \`${missing}\`` };
  };
}

const expectFields = record({ user: text, result: text, tools: list(text) });

const turn = record({
  expect: (value, path) => (typeof value === "string" ? undefined : expectFields(value, path)),
  thought: text,
  text,
  tools: list(record({ name: text, input: map, arguments: text }, ["name"])),
  delayMs: count,
  error: record({ class: oneOf(CLASSES), message: text, retryAfterMs: count }, ["class", "message"]),
  stop: oneOf(STOPS),
  usage: record({ input: count, output: count }, ["input", "output"]),
  repeat: count,
  loop: flag,
});

const script = record({ turns: list(turn) }, ["turns"]);

/** Checks a parsed script; undefined means that it is one. */
export function scriptFault(value: unknown): ScriptFault | undefined {
  return script(value, []);
}

/** Writes a path as people do: `turns[1].tools[0].name`. */
export function showPath(path: readonly (string | number)[]): string {
  return (
    path
      .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
      .join("")
      .replace(/^\./, "") || "the script"
  );
}
