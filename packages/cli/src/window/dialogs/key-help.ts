import type { KeyAction } from "@mm-agent/agent";
import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { ACTIONS, PLACES } from "../keys/actions.js";
import { actionsByPlace } from "../keys/key-tables.js";
import type { WindowHost } from "../types.js";
import { columns } from "./columns.js";
import { pick } from "./pick.js";

/** Columns of the keys, and of them where only the first key of an action has room. */
const KEYS_WIDTH = 22;
const FIRST_KEY_WIDTH = 13;
/** Columns of the longest name. */
const NAME_WIDTH = 16;
/** From these widths on there is room for all keys, and for the names. */
const KEYS_FROM = 50;
const NAMES_FROM = 80;

/**
 * Every action of the window with the keys it has now: keys, what they do, and the name that the configuration knows them
 * by. Typing narrows the list down; the selected action stands below in full, with the place where its keys hold.
 */
export async function keyHelp(host: WindowHost): Promise<void> {
  const rows = actionsByPlace().flatMap(({ heading, names }) =>
    names.map((name) => ({
      value: name,
      label: `${keysOf(host, name).join(", ")} ${ACTIONS[name].does} ${heading} ${name}`,
      labelAt: (width: number) => row(keysOf(host, name), name, width),
    })),
  );
  await pick(host, {
    title: "Keys",
    rows,
    hint: "/help lists the commands",
    ordered: true,
    preview: (name, width) => about(host, name, width),
  });
}

function row(keys: readonly string[], name: KeyAction, width: number): string {
  const { does } = ACTIONS[name];
  if (width < KEYS_FROM) {
    const first = keys.length > 1 ? `${keys[0]} …` : (keys[0] ?? "");
    return columns(
      [
        [first, FIRST_KEY_WIDTH],
        [does, width],
      ],
      width,
    );
  }
  const named = width >= NAMES_FROM;
  const room = width - KEYS_WIDTH - 2 - (named ? NAME_WIDTH + 2 : 0);
  return columns(
    [[keys.join(", "), KEYS_WIDTH], [does, room], ...(named ? [[name, NAME_WIDTH] as const] : [])],
    width,
  );
}

/** What a row may have cut. */
function about(host: WindowHost, name: KeyAction, width: number): string[] {
  const { does, place } = ACTIONS[name];
  const more = `${keysOf(host, name).join(", ")} · ${PLACES[place]} · ${name}`;
  return [
    ...wrapTextWithAnsi(does, width),
    ...wrapTextWithAnsi(more, width).map((text) => host.theme.dim(text)),
  ];
}

function keysOf(host: WindowHost, name: KeyAction): readonly string[] {
  const keys = host.keys.keysOf(name);
  return keys.length === 0 ? ["(no key)"] : keys;
}
