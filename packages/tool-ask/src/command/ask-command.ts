import { EVENT_VERSION, type Command, type EventBody, type MmEvent, type Result } from "@mm-agent/core";
import { ask, type Asking } from "../tool/ask.js";
import { ICON } from "../tool/create-ask-tool.js";
import { madeBy, titleOf } from "../tool/title.js";

/** `/ask <agent> <prompt>`: the answer streams as it comes, and the exchange joins the history. */
export function createAskCommand(asking: Asking): Command {
  return {
    name: "ask",
    description: "ask another agent; its answer joins the conversation",
    hint: "<agent> <prompt>",
    async run(args, { ctx }) {
      const [, agent = "", prompt = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
      if (agent === "") {
        const lines = asking.agents.map((one) => {
          const by = madeBy(one, ctx.host.model);
          return `  ${one.name}${by === "" ? "" : ` (${by})`} — ${one.purpose}`;
        });
        return {
          print: [
            { type: "text", text: ["Agents:", ...lines, "/ask <agent> <prompt> asks one."].join("\n") },
          ],
        };
      }
      const input = { agent, prompt };
      const title = titleOf([input], asking.agents, ctx.host.model);
      const began = performance.now();
      const { callId } = ctx;
      const emit = (body: EventBody): void => {
        const event: MmEvent = { ...body, v: EVENT_VERSION, seq: 0, at: "", session: ctx.sessionId };
        ctx.host.emit(event);
      };
      emit({
        type: "tool.planned",
        callId,
        tool: "ask_agent",
        icon: ICON,
        title,
        kind: "ask",
        input,
        plan: { title },
      });
      emit({ type: "tool.started", callId, tool: "ask_agent", busy: "Asking" });
      const denied = ctx.host.denied?.({ tool: "ask_agent", kind: "ask", value: agent });
      const result: Result =
        denied === undefined
          ? await ask(input, asking, ctx)
          : { ok: false, code: "denied", text: `[ask_agent ${denied}]` };
      emit(done(callId, title, result, performance.now() - began));
      if (result.ok === false) return {};
      return { exchange: { user: `/ask ${agent} ${prompt}`, assistant: result.text } };
    },
  };
}

function done(callId: string, title: string, result: Result, ms: number): EventBody {
  const { ok = true, code, text, display } = result;
  return {
    type: "tool.done",
    callId,
    tool: "ask_agent",
    title,
    ok,
    ...(code === undefined ? {} : { code }),
    text,
    ...(display ? { display } : {}),
    ms: Math.round(ms),
    echo: "none",
  };
}
