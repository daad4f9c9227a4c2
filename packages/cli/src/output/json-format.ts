import type { Format } from "./formats.js";

interface Call {
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly kind: string;
  readonly input: unknown;
  /** Path of the asked agent that made it. */
  readonly agent?: readonly string[];
  ok?: boolean;
  code?: string;
  text?: string;
  ms?: number;
}

/** `json`: one object at the end: text, tool calls, usage, errors, why the turn ended. */
export const jsonFormat: Format = (out, session, redactor) => {
  const calls = new Map<string, Call>();
  return {
    event(event) {
      if (event.type === "tool.planned") {
        const { callId, tool, title, kind, input } = event;
        const { agent = [] } = event;
        calls.set(callId, { callId, tool, title, kind, input, ...(agent.length > 0 ? { agent } : {}) });
      } else if (event.type === "tool.done") {
        const call = calls.get(event.callId);
        if (call)
          Object.assign(call, {
            ok: event.ok,
            ...(event.code === undefined ? {} : { code: event.code }),
            text: event.text,
            ms: event.ms,
          });
      }
    },
    end(end, exitCode) {
      const result = {
        session: session.id,
        provider: session.provider.name,
        model: session.provider.model,
        text: end.text,
        reason: end.reason,
        ...(end.message === undefined ? {} : { message: end.message }),
        exitCode,
        calls: [...calls.values()],
        usage: end.counters.usage,
        requests: end.counters.requests,
        ms: end.counters.ms,
        errors: session.errors,
      };
      out.stdout(`${JSON.stringify(redactor.value(result))}\n`);
    },
  };
};
