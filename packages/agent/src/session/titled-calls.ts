import type { EventBody, Tool } from "@mm-agent/core";
import { callTitle } from "./call-title.js";

/**
 * Hands events on, with a title and an icon for the calls that were never planned: the dispatcher knows nothing but the
 * name of a call that was cancelled before its turn came.
 */
export function titledCalls(
  tools: readonly Tool[],
  emit: (event: EventBody) => void,
): (event: EventBody) => void {
  const titles = new Map<string, string>();
  return (event) => {
    if (event.type === "tool.planned" && event.title === event.tool) {
      const title = callTitle(event.tool, event.input);
      const icon = event.icon ?? tools.find(({ name }) => name === event.tool)?.icon;
      titles.set(event.callId, title);
      emit({
        ...event,
        title,
        plan: { ...event.plan, title },
        ...(icon === undefined ? {} : { icon }),
      });
    } else if (event.type === "tool.done" && titles.has(event.callId)) {
      emit({ ...event, title: titles.get(event.callId) ?? event.title });
      titles.delete(event.callId);
    } else emit(event);
  };
}
