import type { Mode } from "@mm-agent/core";
import { nearest } from "../config/nearest.js";
import type { SessionCommand } from "./types.js";

const MODES: Readonly<Record<Mode, string>> = {
  ask: "edits, commands and other changes ask",
  edits: "file edits inside the folder run, the rest asks",
  yolo: "nothing asks",
  plan: "only reading, searching, fetching and thinking",
};

export const modeCommand: SessionCommand = {
  name: "mode",
  description: "Show or change what runs without a question",
  hint: "[ask|edits|yolo|plan]",
  run(args, { session }) {
    const names = Object.keys(MODES) as Mode[];
    if (args === "")
      return {
        text: names
          .map((name) => `${name === session.mode ? "*" : " "} ${name.padEnd(5)}  ${MODES[name]}`)
          .join("\n"),
        choices: names.map((name) => ({ label: `${name}: ${MODES[name]}`, line: `/mode ${name}` })),
      };
    const mode = names.find((name) => name === args.toLowerCase());
    if (!mode) {
      const near = nearest(args, names);
      return {
        ok: false,
        text: `${args} is no mode${near === undefined ? `; they are ${names.join(", ")}` : `; did you mean ${near}?`}`,
      };
    }
    session.set({ mode });
    return { text: `mode ${mode}: ${MODES[mode]}` };
  },
};
