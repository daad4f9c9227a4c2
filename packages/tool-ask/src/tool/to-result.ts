import { boundText, type Code, type Result } from "@mm-agent/core";
import type { OneAsked } from "../run/ask-one.js";
import type { Asked } from "../run/run-ask.js";
import { answered, failed, noAnswer, silentFor, stopped } from "../texts.js";
import type { Task } from "./input.js";

/** Characters for the name above a result. */
const HEAD = 80;

interface ResultLimits {
  readonly watchdogMs: number;
  /** Characters of the whole text. */
  readonly room: number;
}

/** The result of one question, in the texts of the spec. */
export function toResult(agent: string, { asked, exported }: OneAsked, limits: ResultLimits): Result {
  const more = exported ? `\n\n${exported.text}` : "";
  // What is cut is the answer: where the agent's change is must stay readable.
  const bound = (text: string): string => `${boundText(text, limits.room - more.length, "middle")}${more}`;
  const data = {
    agent,
    stop: asked.kind === "stopped" ? asked.why : asked.kind,
    ...(asked.kind === "stopped" ? { said: asked.text } : {}),
    ...exported,
  };
  if (asked.kind === "answered")
    return {
      text: bound(asked.text),
      display: [{ type: "text", text: `${answered(agent, asked.text)}${more}` }],
      data,
    };
  const text = bound(textOf(agent, asked));
  // What it said has streamed.
  const shown =
    asked.kind === "stopped" && asked.text !== "" ? `${stopped(agent, asked.reason)}${more}` : text;
  const silent = asked.kind === "stopped" && asked.why === "silent";
  return {
    ok: false,
    code: codeOf(asked),
    text,
    ...(shown === text ? {} : { display: [{ type: "text", text: shown }] }),
    data,
    ...(silent
      ? {
          endTurn: {
            reason: "watchdog",
            message: `[error: ${agent}: ${silentFor(limits.watchdogMs)} — turn stopped; ask again, raise watchdogTimeout, or try another agent]`,
          },
        }
      : {}),
  };
}

/** The result of several tasks: each under its agent's name, in the order given, with an equal share of `max` characters. */
export function toResults(tasks: readonly Task[], results: readonly OneAsked[], max: number): Result {
  const room = Math.floor(max / tasks.length) - HEAD;
  const parts = tasks.map(({ agent }, at) => {
    const one = results[at];
    const head = `## ${at + 1}. ${agent}`;
    if (!one) return { ok: false, text: head, shown: `${head}: no result` };
    const result = toResult(agent, one, { watchdogMs: 0, room });
    const shown = result.display?.[0];
    return {
      ok: result.ok ?? true,
      text: `${head}\n${result.text}`,
      shown: shown?.type === "text" ? shown.text : result.text,
      data: result.data,
    };
  });
  const ok = parts.every((part) => part.ok);
  return {
    ok,
    ...(ok ? {} : { code: "failed" as const }),
    text: parts.map(({ text }) => text).join("\n\n"),
    display: [{ type: "text", text: parts.map(({ shown }) => shown).join("\n") }],
    data: { tasks: parts.map((part) => part.data) },
  };
}

function textOf(agent: string, asked: Exclude<Asked, { kind: "answered" }>): string {
  if (asked.kind === "empty") return noAnswer(agent);
  if (asked.kind === "failed") return failed(agent, asked.reason);
  return `${asked.text === "" ? "" : `${asked.text}\n\n`}${stopped(agent, asked.reason)}`;
}

function codeOf(asked: Asked): Code {
  if (asked.kind !== "stopped") return "failed";
  return asked.why === "cancelled" ? "cancelled" : asked.why === "silent" ? "timeout" : "failed";
}
