import type { Style } from "../../output/style.js";
import { StreamMarkdown } from "../markdown/stream-markdown.js";
import { oneLine } from "../../output/one-line.js";
import type { Surface } from "./surface.js";

const INDENT = "   ";

/** Prints what asked agents say, below the call that asks. */
export interface NestedWords {
  /** `known`: the line above names this agent already, so that nothing has to. */
  feed(agent: readonly string[], text: string, known: boolean): void;
  /** The message of an agent is over; without a path, those of all. */
  end(agent?: readonly string[]): void;
}

/** Whole rows only; whenever another agent speaks than before, its name stands above. */
export function createNestedWords(surface: Surface, style: Style): NestedWords {
  const open = new Map<string, { readonly agent: readonly string[]; readonly words: StreamMarkdown }>();
  let speaker: string | undefined;
  const print = (agent: readonly string[], rows: readonly string[]): void => {
    if (rows.length === 0) return;
    const key = agent.join("\n");
    const named = speaker === key ? [] : [style.dim(`${INDENT}${oneLine(agent.join(" · "))}:`)];
    speaker = key;
    surface.print([...named, ...rows.map((row) => (row === "" ? row : `${INDENT}${row}`))]);
  };
  const close = (key: string): void => {
    const one = open.get(key);
    open.delete(key);
    if (one) print(one.agent, one.words.end());
  };
  return {
    feed(agent, text, known) {
      const key = agent.join("\n");
      const one = open.get(key) ?? {
        agent,
        words: new StreamMarkdown(style, () => Math.max(20, surface.columns - INDENT.length)),
      };
      open.set(key, one);
      if (known) speaker = key;
      print(agent, one.words.feed(text));
    },
    end(agent) {
      if (agent) return close(agent.join("\n"));
      for (const key of open.keys()) close(key);
      speaker = undefined;
    },
  };
}
