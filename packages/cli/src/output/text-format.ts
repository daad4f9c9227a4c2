import { visible, type Code, type MmEvent } from "@mm-agent/core";
import { createStyle } from "./style.js";
import { recapLine } from "./recap-line.js";
import type { Format } from "./formats.js";

/**
 * `text`: on a terminal the model's words as they come; into a file or pipe only the last answer, so that what was said
 * between two calls does not mix with it. Calls, notices and the recap go to stderr.
 */
export const textFormat: Format = (out, _session, redactor) => {
  // A server may quote the key in its error; a screen and a CI log keep what they see.
  const shown = (text: string): string => visible(redactor.text(text));
  const live = process.stdout.isTTY;
  const style = createStyle(process.stderr, process.env);
  let open = false;
  const closeLine = (): void => {
    if (open) out.stdout("\n");
    open = false;
  };
  return {
    event(event) {
      switch (event.type) {
        case "text.delta":
          if (!live || agentOf(event) !== "") return;
          out.stdout(shown(event.text));
          open = !event.text.endsWith("\n");
          return;
        case "tool.planned":
          closeLine();
          out.stderr(
            `${style.dim(`${event.icon ?? "‣"} ${shown(`${event.tool}: ${agentOf(event)}${event.title}`)}`)}\n`,
          );
          return;
        case "tool.done":
          if (!event.ok) out.stderr(style.dim(`   ${shown(failureLine(event.text, event.code))}\n`));
          return;
        case "notice":
          out.stderr(`${style.yellow(`mm: ${shown(event.text)}`)}\n`);
          return;
        case "retry":
          out.stderr(
            style.yellow(
              `mm: ${shown(event.reason)} — trying again in ${(event.delayMs / 1000).toFixed(1)} s (${event.attempt} of ${event.max})\n`,
            ),
          );
          return;
        case "error":
          if (event.where === "plugin") out.stderr(`${style.red(`mm: ${shown(event.message)}`)}\n`);
          return;
        default:
      }
    },
    end(end) {
      closeLine();
      if (!live && end.text !== "") out.stdout(end.text.endsWith("\n") ? end.text : `${end.text}\n`);
      if (end.message !== undefined) out.stderr(`${style.red(`mm: ${shown(end.message)}`)}\n`);
      if (end.reason === "cancelled") out.stderr("mm: cancelled\n");
      if (process.stderr.isTTY) out.stderr(style.dim(`${recapLine(end.counters)}\n`));
    },
  };
};

/** The agents an event comes from, as they stand before a title; empty for the session's own. */
function agentOf({ agent = [] }: MmEvent): string {
  return agent.map((name) => `${name} · `).join("");
}

/** The line of a failure that says most: the status below a command's output, else the first line of the text. */
function failureLine(text: string, code: Code | undefined): string {
  const lines = text.trimEnd().split("\n");
  const status = code === "exit" || code === "timeout" || code === "cancelled";
  return (status ? lines.at(-1) : lines.slice(0, 2).join(" ")) ?? "";
}
