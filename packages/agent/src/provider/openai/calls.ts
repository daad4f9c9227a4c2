import type { ModelEvent } from "../types.js";

/** A fragment of a call as servers send it; nothing about it can be relied on. */
export interface CallFragment {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

interface Call {
  readonly number: number;
  index: number | undefined;
  id: string;
  name: string;
  text: string;
  /** Arguments sent as a JSON value instead of text. */
  value: unknown;
  announced: boolean;
}

function isWhole(text: string): boolean {
  if (!/[}\]"]\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

function same(text: string, value: unknown): boolean {
  return text === JSON.stringify(value);
}

/**
 * Puts calls together from their fragments. Servers leave out index or id, give every call the same one, or repeat what
 * they sent before, so a call is known by neither alone: a new id at an index is a new call, a fragment without id
 * continues the latest call of its index, and text that begins with all that came so far replaces it.
 */
export function createCallAssembler(): {
  add(fragment: CallFragment): ModelEvent[];
  /** The last events of every call. With `cut`, a call whose arguments are not whole JSON gets no `call.end`. */
  end(cut: boolean): ModelEvent[];
  readonly size: number;
} {
  const calls: Call[] = [];

  const latest = (test: (call: Call) => boolean): Call | undefined => {
    for (let i = calls.length - 1; i >= 0; i--) if (test(calls[i]!)) return calls[i];
    return undefined;
  };

  /** True when a fragment with a name cannot be a continuation: the call is whole and this is not the same text again. */
  const beginsAnother = (call: Call, name: string, args: unknown): boolean => {
    if (name === "") return false;
    if (call.value !== undefined && !isEmptyObject(call.value))
      return !same(JSON.stringify(call.value), args);
    if (call.text === "" || call.text === "{}" || !isWhole(call.text)) return false;
    return typeof args === "string" && args !== "" && !args.startsWith(call.text);
  };

  const find = (index: number | undefined, id: string, name: string, args: unknown): Call | undefined => {
    if (index !== undefined) {
      const call = latest((one) => one.index === index);
      if (call === undefined) return id === "" || name !== "" ? undefined : latest((one) => one.id === id);
      if (id !== "" && call.id !== "" && call.id !== id) {
        // Some servers make up a new id for every fragment: without a name and in the middle of the text it goes on.
        const goesOn = name === "" && call.text !== "" && !isWhole(call.text);
        return goesOn ? call : undefined;
      }
      return beginsAnother(call, name, args) ? undefined : call;
    }
    const call = id === "" ? calls.at(-1) : latest((one) => one.id === id);
    if (call === undefined) return undefined;
    if (id === "" && name !== "" && call.name !== "") return undefined;
    return beginsAnother(call, name, args) ? undefined : call;
  };

  const announce = (call: Call, events: ModelEvent[]) => {
    if (call.announced) return;
    call.announced = true;
    events.push({ type: "call.start", index: call.number, name: call.name });
  };

  const addName = (call: Call, name: string) => {
    // The whole name again, or the name so far and more, or the next piece of it.
    if (name === "" || name === call.name) return;
    if (call.name === "" || name.startsWith(call.name)) call.name = name;
    else if (call.text === "" && call.value === undefined) call.name += name;
  };

  const addText = (call: Call, piece: string, events: ModelEvent[]) => {
    if (piece === "") return;
    if (call.value !== undefined && isEmptyObject(call.value)) call.value = undefined;
    if (call.value !== undefined) {
      if (same(piece, call.value)) return;
      call.text = JSON.stringify(call.value);
      call.value = undefined;
    }
    const before = call.text;
    const again = before !== "" && piece.startsWith(before);
    // An empty object as a first value that the real arguments then follow.
    const replaces = before === "{}" && /^\s*\{/.test(piece);
    call.text = again || replaces ? piece : before + piece;
    const fresh = again ? piece.slice(before.length) : piece;
    if (call.name === "") return;
    const first = !call.announced;
    announce(call, events);
    const text = first ? call.text : fresh;
    if (text !== "") events.push({ type: "call.delta", index: call.number, text });
  };

  return {
    get size() {
      return calls.length;
    },

    add(fragment) {
      const inner =
        typeof fragment.function === "object" && fragment.function !== null ? fragment.function : fragment;
      const name = typeof inner.name === "string" ? inner.name : "";
      const args = inner.arguments ?? undefined;
      const id =
        typeof fragment.id === "string" || typeof fragment.id === "number" ? String(fragment.id) : "";
      const given = typeof fragment.index === "string" ? Number(fragment.index) : fragment.index;
      const index = typeof given === "number" && Number.isInteger(given) ? given : undefined;

      const events: ModelEvent[] = [];
      let call = find(index, id, name, args);
      if (call === undefined) {
        call = { number: calls.length, index, id, name: "", text: "", value: undefined, announced: false };
        calls.push(call);
      }
      if (call.id === "") call.id = id;
      call.index ??= index;
      addName(call, name);
      if (typeof args === "string") addText(call, args, events);
      else if (args !== undefined) {
        const known = call.text !== "" || (call.value !== undefined && !isEmptyObject(call.value));
        if (!known || !isEmptyObject(args)) {
          call.value = args;
          call.text = "";
          if (!isEmptyObject(args)) {
            announce(call, events);
            events.push({ type: "call.delta", index: call.number, text: JSON.stringify(args) });
          }
        }
      }
      return events;
    },

    end(cut) {
      const events: ModelEvent[] = [];
      for (const call of calls) {
        if (call.name === "" && call.text === "" && call.value === undefined) continue;
        if (!call.announced) {
          announce(call, events);
          if (call.text !== "") events.push({ type: "call.delta", index: call.number, text: call.text });
        }
        if (cut && call.value === undefined && !isWhole(call.text)) continue;
        events.push({
          type: "call.end",
          index: call.number,
          name: call.name,
          arguments: call.value ?? call.text,
        });
      }
      return events;
    },
  };
}
