import type { MmEvent } from "@mm-agent/core";
import { previewOf } from "./preview.js";
import { recapLine } from "./recap-line.js";
import type { Style } from "./style.js";
import type { Out } from "./write.js";

/** Draws a turn for reading: the model's words, one line for each call, the start of its output dimmed below. */
export function demoView(out: Out, style: Style, previewLines: number): (event: MmEvent) => void {
  let open = false;
  const closeLine = (): void => {
    if (open) out.stdout("\n");
    open = false;
  };
  return (event) => {
    switch (event.type) {
      case "text.delta":
        out.stdout(event.text);
        open = !event.text.endsWith("\n");
        return;
      case "message.done":
        closeLine();
        return;
      case "tool.planned":
        closeLine();
        out.stdout(`${event.icon ?? "‣"} ${style.bold(event.tool)}: ${event.title}\n`);
        return;
      case "tool.done":
        out.stdout(`${style.dim(previewOf(event.text, { limit: previewLines }).join("\n"))}\n\n`);
        return;
      case "turn.end":
        closeLine();
        out.stdout(`${style.dim(recapLine(event.counters))}\n`);
        return;
      default:
    }
  };
}
