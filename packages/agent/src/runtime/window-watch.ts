import type { Usage } from "@mm-agent/core";
import { estimateTokens } from "../compaction/estimate.js";
import { kindOf } from "../provider/kinds.js";
import type { KeySources } from "../provider/local/ask-headers.js";
import type { ModelSettings } from "../provider/settings.js";
import type { Message, ModelEvent, Provider } from "../provider/types.js";
import { askWindow, localServer, windowWithoutAsking } from "../provider/window/find-window.js";

export interface WindowWatch {
  /** The provider; its requests start the look-up of the window. */
  readonly provider: Provider;
  /** Tokens, as far as they are known by now. */
  window(): number | undefined;
  /** Takes the usage of the request that these messages made. */
  used(messages: readonly Message[], usage: Usage): void;
  /** Watches another model from now on; gives its provider, whose next request starts the look-up. */
  change(to: Provider): Provider;
}

export interface WindowWatchOptions {
  readonly provider: Provider;
  readonly settings: ModelSettings;
  /** What the server said already. */
  readonly said?: number | undefined;
  /** Where the key of the server is found. */
  readonly sources?: KeySources;
  /** Tokens of the system prompt and the tools. */
  base(): number;
  notify(text: string): void;
}

/** Tokens by which a conversation must have grown before the server's count has to grow as well. */
const GROWN = 400;
/** Characters for each token that no text reaches, blanks aside. */
const DENSEST = 12;
/** Part of the window that prompt and tools may take. */
const SHARE = 0.5;
/** Replies after which a local server is asked again, at most. */
const ASK_AGAIN = 3;

/**
 * Learns the window of the model in use beside its first requests and replies, never before them, and says what is wrong with it once:
 * too small for the tools, or so small that the server silently drops the beginning of the conversation (Ollama does
 * not refuse what is too long; its count just stops growing).
 */
export function watchWindow(options: WindowWatchOptions): WindowWatch {
  const { notify } = options;
  let { provider, settings } = options;
  let window = windowWithoutAsking(settings, options.said);
  let requests = 0;
  /** Requests that an answer of a server in the net must be worth. */
  let patience = 2;
  let asked = options.said !== undefined;
  // A local server loads the model by the first request, and only then says with which window.
  let again = localServer(settings) === undefined ? 0 : ASK_AGAIN;
  let asking = 0;
  let told = false;
  let before: { readonly size: number; readonly counted: number } | undefined;

  const checkSize = (): void => {
    if (window === undefined || told) return;
    const base = options.base();
    if (base <= window * SHARE) return;
    told = true;
    notify(
      `the window of ${provider.model} holds ${window} tokens, and the tools and instructions alone take about ${base}: ${RAISE}, or switch tools off`,
    );
  };
  /** True when the server said it. An answer that a later question or another model overtook does not count. */
  const ask = async (): Promise<boolean> => {
    const number = ++asking;
    const said = await askWindow(settings, provider, options.sources);
    if (said === undefined) return false;
    if (number !== asking) return true;
    window = windowWithoutAsking(settings, said);
    checkSize();
    return true;
  };
  async function* askingAgain(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
    let replied = false;
    for await (const event of events) {
      if (!replied && event.type !== "alive" && event.type !== "error") {
        replied = true;
        again -= 1;
        void ask().then((said) => {
          if (said) again = 0;
        });
      }
      yield event;
    }
  }
  if (asked) checkSize();

  const watched = (one: Provider): Provider => ({
    ...one,
    stream(request, signal) {
      requests += 1;
      // A short turn must not cost a further request; local servers answer at once.
      if (one === provider && !asked && (kindOf(settings.provider)?.local === true || requests > patience)) {
        asked = true;
        void ask();
      }
      const events = one.stream(request, signal);
      return one === provider && again > 0 ? askingAgain(events) : events;
    },
  });

  return {
    provider: watched(provider),
    window: () => window,
    change(to) {
      provider = to;
      settings = { ...settings, model: to.model };
      window = windowWithoutAsking(settings);
      asked = false;
      again = localServer(settings) === undefined ? 0 : ASK_AGAIN;
      // What was asked about the model before has nothing to say any more.
      asking += 1;
      told = false;
      before = undefined;
      // The conversation may be long already.
      patience = 0;
      return watched(to);
    },
    used(messages, usage) {
      const counted = usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
      const size = estimateTokens(messages);
      const stuck = before !== undefined && size > before.size + GROWN && counted <= before.counted;
      const chars = messages.reduce((sum, message) => sum + inkOf(message), 0);
      if (!told && counted > 0 && (stuck || chars > counted * DENSEST)) {
        told = true;
        notify(
          `the server counted ${counted} tokens for a conversation of about ${size + options.base()}: it seems to drop the beginning without saying so; ${RAISE}`,
        );
      }
      before = { size, counted };
    },
  };
}

const RAISE =
  "raise its window (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama.cpp: -c; LM Studio: context length)";

function inkOf(message: Message): number {
  if (message.role === "tool") return message.text.replace(/\s+/g, " ").length;
  return message.blocks.reduce(
    (sum, block) => sum + (block.type === "text" ? block.text.replace(/\s+/g, " ").length : 0),
    0,
  );
}
