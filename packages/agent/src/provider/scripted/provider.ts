import { setImmediate, setTimeout } from "node:timers/promises";
import type { ModelEvent, ModelRequest, Provider } from "../types.js";
import { expectationFault } from "./expectation.js";
import { loadScript, type LoadedScript } from "./load.js";
import { QuoteError, quoteResults } from "./quote.js";
import { scriptFault, showPath, type Script, type ScriptedTurn } from "./script.js";

/** Pieces as a model would send them: a word and the space after it. */
function pieces(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function* play(turn: ScriptedTurn): Generator<ModelEvent> {
  for (const text of pieces(turn.thought ?? "")) yield { type: "thought", text };
  for (const text of pieces(turn.text ?? "")) yield { type: "text", text };
  const calls = turn.tools ?? [];
  const args = calls.map((call) => call.arguments ?? JSON.stringify(call.input ?? {}));
  for (const [index, call] of calls.entries()) {
    yield { type: "call.start", index, name: call.name };
    for (const text of args[index]!.match(/[^]{1,16}/g) ?? []) yield { type: "call.delta", index, text };
    if (turn.error === undefined) yield { type: "call.end", index, name: call.name, arguments: args[index] };
  }
  if (turn.usage !== undefined) yield { type: "usage", usage: turn.usage };
  if (turn.error !== undefined) yield { type: "error", ...turn.error };
  else yield { type: "done", reason: turn.stop ?? (calls.length > 0 ? "calls" : "stop") };
}

/**
 * A model that plays a script: one turn for each request, in order, whatever session asks. `source` is a script or the
 * path of a YAML or JSON file, read by the first request.
 */
export function createScripted(source: Script | string): Provider {
  let loading: Promise<LoadedScript> | undefined;
  let position = 0;
  let played = 0;

  const load = async (): Promise<LoadedScript> => {
    if (typeof source === "string") return loadScript(source);
    const fault = scriptFault(source);
    return fault === undefined
      ? { ok: true, script: source }
      : { ok: false, text: `${showPath(fault.path)} ${fault.message}` };
  };

  const next = (turns: readonly ScriptedTurn[]): ScriptedTurn | undefined => {
    for (;;) {
      const turn = turns[position];
      if (turn === undefined || turn.loop === true) return turn;
      if (played < (turn.repeat ?? 1)) {
        played++;
        return turn;
      }
      position++;
      played = 0;
    }
  };

  /** The turn to play with its quotations filled in, or what is wrong. */
  const choose = async (request: ModelRequest): Promise<ScriptedTurn | string> => {
    const loaded = await (loading ??= load());
    if (!loaded.ok) return loaded.text;
    const { turns } = loaded.script;
    const turn = next(turns);
    if (turn === undefined) return `the script has no more turns (it has ${turns.length})`;
    const { expect, ...quoting } = turn;
    try {
      const fault = expectationFault(expect, request);
      return fault === undefined ? quoteResults(quoting, request) : `turn ${position + 1}: ${fault}`;
    } catch (error) {
      // A regular expression of the script that is none throws a SyntaxError.
      if (error instanceof QuoteError || error instanceof SyntaxError)
        return `turn ${position + 1}: ${error.message}`;
      throw error;
    }
  };

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const turn = await choose(request);
    if (typeof turn === "string") {
      yield { type: "error", class: "bad_request", message: `scripted model: ${turn}` };
      return;
    }
    if (turn.delayMs !== undefined)
      await setTimeout(turn.delayMs, undefined, { signal }).catch(() => undefined);
    let sent = 0;
    for (const event of play(turn)) {
      // Lets timers and aborts in between the pieces of a long text.
      if (sent++ % 64 === 0) await setImmediate();
      if (signal.aborted) {
        yield { type: "error", class: "aborted", message: "the request was aborted" };
        return;
      }
      yield event;
    }
  }

  return { name: "scripted", model: typeof source === "string" ? source : "script", stream };
}

/** A scripted model for tests: `scripted({ turns: [{ text: "Hello" }] })`. */
export function scripted(script: Script): Provider {
  return createScripted(script);
}
