import { startDeadline } from "@mm-agent/core";
import { nearest } from "../config/nearest.js";
import type { SessionCommand } from "./types.js";

/** Milliseconds the server has to name its models. */
const WAIT_MS = 8000;

export const modelCommand: SessionCommand = {
  name: "model",
  description: "Show the models of the server, or change to one",
  hint: "[model]",
  async run(args, { session, facts, signal }) {
    const { provider } = session;
    const deadline = startDeadline(WAIT_MS, signal);
    const offered = await namesOf(provider.models?.(deadline.signal));
    deadline.end();
    if (args === "") {
      const names = typeof offered === "string" ? [] : offered;
      const lines = [
        `${provider.model} @ ${provider.name}`,
        ...(typeof offered === "string"
          ? [offered]
          : names.map((name) => `${name === provider.model ? "*" : " "} ${name}`)),
      ];
      return {
        text: lines.join("\n"),
        choices: names.map((name) => ({ label: name, line: `/model ${name}` })),
      };
    }
    if (!facts) return { ok: false, text: "the model cannot be changed here" };
    if (typeof offered !== "string" && offered.length > 0 && !offered.includes(args)) {
      const near = nearest(args, offered);
      return {
        ok: false,
        text: `the server has no model ${args}${near === undefined ? "; /model lists them" : `; did you mean ${near}?`}`,
      };
    }
    const chosen = facts.selectModel(args);
    if (!chosen.ok) return { ok: false, text: chosen.text };
    session.set({ provider: chosen.provider });
    return { text: `${chosen.provider.model} @ ${chosen.provider.name}, from the next request on` };
  },
};

/** The names, or one line that says why there are none. */
async function namesOf(
  models: Promise<readonly { readonly id: string }[]> | undefined,
): Promise<string[] | string> {
  if (!models) return [];
  try {
    return (await models).map((model) => model.id);
  } catch (error) {
    return `its models cannot be listed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
