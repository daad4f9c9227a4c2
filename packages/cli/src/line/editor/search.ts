import type { InputEvent } from "../keys/types.js";
import type { Buffer } from "./buffer.js";
import type { History } from "../../interactive/history.js";

/** A search through the history, begun with Ctrl-R. */
export interface Search {
  readonly query: string;
  /** The entry found, or the text the search began with. */
  readonly text: string;
  readonly found: boolean;
  readonly original: Buffer;
  /** `stay`: goes on; `take`: the entry becomes the text; `pass`: the same, and the key is still to be used; `leave`: back to before. */
  press(event: InputEvent): "stay" | "take" | "pass" | "leave";
}

export function createSearch(history: History, original: Buffer): Search {
  let query = "";
  let text = original.text;
  let found = true;
  let skip = 0;
  const look = (from: number): void => {
    const hit = query === "" ? undefined : history.search(query, from);
    found = query === "" || hit !== undefined;
    if (hit) ({ text, skip } = hit);
  };
  return {
    original,
    get query() {
      return query;
    },
    get text() {
      return text;
    },
    get found() {
      return found;
    },
    press(event) {
      if (event.type === "text" || event.type === "paste") {
        query += event.text.replaceAll("\n", " ");
        look(skip);
        return "stay";
      }
      if (event.type !== "key") return "stay";
      if (event.name === "backspace") {
        query = query.slice(0, -1);
        skip = 0;
        if (query === "") text = original.text;
        look(0);
        return "stay";
      }
      if (event.ctrl && event.char === "r") {
        look(query === "" ? 0 : skip + 1);
        return "stay";
      }
      if (event.name === "escape" || (event.ctrl && (event.char === "g" || event.char === "c")))
        return "leave";
      return event.name === "tab" ? "take" : "pass";
    },
  };
}
