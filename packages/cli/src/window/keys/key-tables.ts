import type { KeyAction } from "@mm-agent/agent";
import { ACTIONS, PLACES, type KeyPlace } from "./actions.js";

/** The actions of each place, in the order of the help. */
export function actionsByPlace(): readonly {
  readonly heading: string;
  readonly names: readonly KeyAction[];
}[] {
  const names = Object.keys(ACTIONS) as KeyAction[];
  return (Object.keys(PLACES) as KeyPlace[]).map((place) => ({
    heading: PLACES[place],
    names: names.filter((name) => ACTIONS[name].place === place),
  }));
}

/** The tables of docs/window-mode.md; a test holds the two together. */
export function keyTables(): string {
  return actionsByPlace()
    .map(({ heading, names }) => {
      const rows = names.map((name) => {
        const keys = ACTIONS[name].keys.map((key) => `\`${key}\``).join(", ");
        return `| ${keys} | \`${name}\` | ${ACTIONS[name].does} |`;
      });
      return [`### ${heading}`, "", "| key | action | what it does |", "|---|---|---|", ...rows].join("\n");
    })
    .join("\n\n");
}
