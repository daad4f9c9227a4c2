import { readLenientJson } from "@mm-agent/core";
import type { TextCall } from "./types.js";

/** What a reply in gpt-oss's channels says. */
export interface Channels {
  readonly thoughts: string;
  readonly text: string;
  readonly calls: readonly TextCall[];
  /** The name of a call that the end of the reply cuts off. */
  readonly cut?: string;
}

/** The name given to arguments that came without the name of a tool; no tool is called so. */
export const UNNAMED = "unnamed";

const MESSAGE =
  /(?:<\|start\|>)?([^<]*)<\|channel\|>([^<]*)(?:<\|constrain\|>[^<]*)?<\|message\|>([\s\S]*?)(<\|end\|>|<\|call\|>|<\|return\|>|(?=<\|start\|>)|$)/y;

/** Reads raw channels: analysis is thought, commentary with a recipient is a call, final is the answer. */
export function readChannels(given: string): Channels | undefined {
  const thoughts: string[] = [];
  const texts: string[] = [];
  const calls: TextCall[] = [];
  let cut: string | undefined;
  for (let at = 0; at < given.length;) {
    MESSAGE.lastIndex = at;
    const found = MESSAGE.exec(given);
    if (found === null) {
      const rest = given.slice(at).trim();
      if (rest === "" || rest === "<|start|>assistant") break;
      if (at === 0) return undefined;
      texts.push(rest);
      break;
    }
    at = MESSAGE.lastIndex;
    const [, head = "", channel = "", body = "", end = ""] = found;
    const recipient = /\bto=([\w.:-]{1,80})/.exec(`${head} ${channel}`)?.[1];
    if (recipient !== undefined) {
      const read = readLenientJson(body.trim());
      if (!read.ok && read.reason === "cut" && end === "") cut = recipient;
      else calls.push({ name: recipient, arguments: read.ok ? read.value : body });
    } else if (/^\s*analysis/.test(channel)) thoughts.push(body);
    else if (/^\s*commentary/.test(channel) && /^\s*\{/.test(body))
      calls.push({ name: UNNAMED, arguments: body });
    else texts.push(body);
  }
  return {
    thoughts: thoughts.join("\n"),
    text: texts.join("\n"),
    calls,
    ...(cut === undefined ? {} : { cut }),
  };
}
