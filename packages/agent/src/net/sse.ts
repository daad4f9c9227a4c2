import { StringDecoder } from "node:string_decoder";

/** One thing an event stream said. */
export type SseItem =
  | { readonly type: "event"; readonly event: string; readonly data: string }
  /** A comment line: a keep-alive. */
  | { readonly type: "comment" }
  /** A line that is no field of the standard: `error: {...}` of older llama.cpp, or a JSON body without framing. */
  | { readonly type: "stray"; readonly line: string };

/** Longer lines are no event of a model server; the limit keeps a runaway server from filling the memory. */
const MAX_LINE = 32 * 1024 * 1024;

/**
 * A parser for server-sent events (WHATWG HTML, 9.2.6) that is fed bytes cut anywhere. Other than the standard: what
 * stands at the end without its blank line still counts (servers forget it), and lines outside the format are reported.
 */
export function createSseParser(): { push(bytes: Uint8Array): SseItem[]; end(): SseItem[] } {
  const decoder = new StringDecoder("utf8");
  let text = "";
  let scanned = 0;
  let started = false;
  let event = "";
  let data: string[] = [];

  const dispatch = (items: SseItem[]) => {
    if (data.length > 0) items.push({ type: "event", event, data: data.join("\n") });
    data = [];
    event = "";
  };
  const line = (content: string, items: SseItem[]) => {
    if (content === "") return dispatch(items);
    const colon = content.indexOf(":");
    if (colon === 0) return void items.push({ type: "comment" });
    const name = colon < 0 ? content : content.slice(0, colon);
    const value = colon < 0 ? "" : content.slice(content[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") data.push(value);
    else if (name === "event") event = value;
    else if (name !== "id" && name !== "retry") items.push({ type: "stray", line: content });
  };

  const take = (items: SseItem[], last: boolean) => {
    let start = 0;
    let feed = text.indexOf("\n", scanned);
    let carriage = text.indexOf("\r", scanned);
    while (feed >= 0 || carriage >= 0) {
      const at = carriage >= 0 && (feed < 0 || carriage < feed) ? carriage : feed;
      // A CR at the very end may be half of a CRLF: wait for the next byte.
      if (at === carriage && at + 1 === text.length && !last) break;
      line(text.slice(start, at), items);
      start = at === carriage && feed === at + 1 ? at + 2 : at + 1;
      if (feed >= 0 && feed < start) feed = text.indexOf("\n", start);
      if (carriage >= 0 && carriage < start) carriage = text.indexOf("\r", start);
    }
    text = text.slice(start);
    scanned = text.endsWith("\r") ? text.length - 1 : text.length;
    if (text.length > MAX_LINE) throw new Error("the server sent a line of more than 32 MiB");
  };

  return {
    push(bytes) {
      const items: SseItem[] = [];
      text += decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (!started && text !== "") {
        started = true;
        if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
      }
      take(items, false);
      return items;
    },
    end() {
      const items: SseItem[] = [];
      text += decoder.end();
      take(items, true);
      if (text !== "") line(text, items);
      text = "";
      scanned = 0;
      dispatch(items);
      return items;
    },
  };
}
