import type { Dispatcher, ErrorWhere, EventBody, Usage } from "@mm-agent/core";
import type { Provider, ThinkingLevel, UserBlock } from "../provider/types.js";
import type { Prompt, TurnContext } from "../turn/types.js";
import type { Compactor } from "./compactor.js";
import type { Conversation } from "./conversation.js";
import type { SessionOptions } from "./session-options.js";
import { toPrompt } from "./to-prompt.js";
import type { BlockOptions } from "./types.js";

/** A message that waits for the next request. */
export interface Steering {
  readonly prompt: string | readonly UserBlock[];
  readonly about: BlockOptions;
}

/** The parts of a session that a turn works with. */
export interface TurnParts {
  readonly options: SessionOptions;
  /** As the person has it now; undefined: as the model's server has it. */
  readonly thinking: ThinkingLevel | undefined;
  readonly provider: Provider;
  readonly dispatcher: Dispatcher;
  readonly compactor: Compactor;
  /** Taken from by the turn. */
  readonly steering: Steering[];
  conversation(): Conversation;
  window(): number | undefined;
  emit(event: EventBody): void;
  fail(where: ErrorWhere, message: string, errorClass?: string): void;
}

/** What one turn of a session works on. */
export function turnContext(parts: TurnParts): TurnContext {
  const { options, thinking, provider, dispatcher, compactor, steering, conversation, emit } = parts;
  const { thinking: _configured, ...request } = options.request ?? {};
  return {
    sessionId: conversation().id,
    system: options.system,
    provider,
    dispatcher,
    limits: options.limits,
    request: thinking === undefined ? request : { ...request, thinking },
    textToolCalls: options.textToolCalls ?? "auto",
    window: parts.window,
    ...(options.onUsage === undefined
      ? {}
      : { onUsage: (usage: Usage) => options.onUsage?.(conversation().messages, usage) }),
    messages: () => conversation().messages,
    append: (message, about = {}) =>
      conversation().append(
        message,
        message.role === "assistant" ? { provider: provider.name, model: provider.model, ...about } : about,
      ),
    dropLast: () => conversation().dropLast(),
    takeSteering: async () => {
      const prompts: Prompt[] = [];
      for (const { prompt, about } of steering.splice(0))
        prompts.push(await toPrompt(prompt, { ...options, about }, emit));
      return prompts;
    },
    emit,
    fail: parts.fail,
    beforeRequest: (signal) => compactor.ifNear(signal),
    onOverflow: (signal) => compactor.afterOverflow(signal),
  };
}
