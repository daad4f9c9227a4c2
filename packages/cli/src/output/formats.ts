import type { MmEvent, Redactor } from "@mm-agent/core";
import type { Session, TurnEnd } from "@mm-agent/agent";
import { jsonFormat } from "./json-format.js";
import { streamJsonFormat } from "./stream-json-format.js";
import { textFormat } from "./text-format.js";
import type { Out } from "./write.js";

/** Turns the events of one turn into output. */
interface Writer {
  event(event: MmEvent): void;
  end(end: TurnEnd, exitCode: number): void;
}

/** What a format tells of the session besides its events. */
interface Speaker {
  readonly id: string;
  readonly provider: { readonly name: string; readonly model: string };
  readonly errors: Session["errors"];
}

export type Format = (out: Out, session: Speaker, redactor: Redactor) => Writer;

/** The values of `--output-format`. */
export const FORMATS = {
  text: textFormat,
  json: jsonFormat,
  "stream-json": streamJsonFormat,
} as const satisfies Record<string, Format>;

export function isFormat(name: string): name is keyof typeof FORMATS {
  return Object.hasOwn(FORMATS, name);
}
