import { ACTIONS } from "../keys/actions.js";
import { actionsByPlace } from "../keys/key-tables.js";
import type { WindowHost } from "../types.js";
import { pad } from "./frame.js";
import { pick } from "./pick.js";

/** Columns of the keys; longer lists push the text to the right. */
const KEYS_WIDTH = 22;

/** Every action of the window with the keys it has now; typing narrows the list down. */
export async function keyHelp(host: WindowHost): Promise<void> {
  const rows = actionsByPlace().flatMap(({ heading, names }) =>
    names.map((name) => {
      const keys = host.keys.keysOf(name);
      return {
        value: name,
        label: `${pad(keys.length === 0 ? "(no key)" : keys.join(", "), KEYS_WIDTH)} ${ACTIONS[name].does}`,
        note: `${heading} · ${name}`,
      };
    }),
  );
  await pick(host, {
    title: "Keys",
    rows,
    enter: "close",
    hint: "/help lists the commands",
    ordered: true,
  });
}
