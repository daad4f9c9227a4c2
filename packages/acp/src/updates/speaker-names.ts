import type { MmEvent } from "@mm-agent/core";

type Words = Extract<MmEvent, { type: "text.delta" | "thought.delta" }>;

/** Says who speaks, where the client shows the words of several agents as one text. */
export interface SpeakerNames {
  /** What stands before these words: the agent's name when another speaks than before, else nothing. */
  before(event: Words): string;
}

/** `reads`: the client knows the speaker from `_meta`, and nothing is added to the words. */
export function createSpeakerNames(reads: boolean): SpeakerNames {
  let last = "";
  let spoken = false;
  return {
    before({ agent = [], type }) {
      const name = agent.join(" · ");
      const speaker = `${type} ${name}`;
      const changed = speaker !== last && (name !== "" || last.replace(/^\S+ /, "") !== "");
      const gap = spoken && changed ? "\n\n" : "";
      spoken = true;
      last = speaker;
      if (reads || !changed) return "";
      return name === "" ? gap : `${gap}**${name}:** `;
    },
  };
}
