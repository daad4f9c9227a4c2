import { startDeadline } from "@mm-agent/core";
import { AgentFailure } from "./types.js";

/** Waits for an answer, but not for ever; every failure becomes an AgentFailure with a text for people. */
export async function askWithin<T>(
  answer: Promise<T>,
  options: {
    readonly ms: number;
    readonly what: string;
    readonly signal?: AbortSignal;
    dead(): string | undefined;
  },
): Promise<T> {
  const { ms, what, signal, dead } = options;
  const deadline = startDeadline(ms, signal);
  const late = new Promise<never>((_resolve, reject) => {
    const stop = (): void =>
      reject(new AgentFailure(signal?.aborted ? "cancelled" : `${what} within ${Math.round(ms / 1000)} s`));
    if (deadline.signal.aborted) stop();
    deadline.signal.addEventListener("abort", stop, { once: true });
  });
  late.catch(() => {});
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    throw error instanceof AgentFailure ? error : new AgentFailure(dead() ?? failureText(error));
  } finally {
    deadline.end();
  }
}

/** The protocol's error code for an agent that needs a login. */
const LOGIN = -32000;

/** What an agent answered with an error says, with the detail that some put beside the message. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, data } = error as { code?: unknown; data?: unknown };
  if (code === LOGIN && /^authentication required\.?$/i.test(error.message))
    return "it wants a login: start its own program once and log in there, or give it its key";
  const detail = (data as { details?: unknown; message?: unknown } | undefined) ?? {};
  const more = [detail.details, detail.message].find((text) => typeof text === "string" && text !== "");
  return typeof more === "string" && !error.message.includes(more)
    ? `${error.message}: ${more}`
    : error.message;
}
