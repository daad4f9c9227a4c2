import { readKey, type EffectiveConfig, type KeyAction } from "@mm-agent/agent";
import {
  KeybindingsManager,
  matchesKey,
  setKeybindings,
  TUI_KEYBINDINGS,
  type KeybindingsConfig,
  type KeyId,
} from "@earendil-works/pi-tui";
import type { Keymap } from "../types.js";
import { ACTIONS, type KeyPlace } from "./actions.js";
import { showKey } from "./show-key.js";

/** The keymap of the window; `warnings` are complete texts about keys that two actions were given. */
export interface WindowKeymap extends Keymap {
  readonly warnings: readonly string[];
}

/** Places whose keys hold at the same time: within a group, a key belongs to one action that the person named. */
const GROUPS: Readonly<Record<KeyPlace, string>> = {
  window: "main",
  empty: "main",
  editor: "main",
  scroll: "main",
  search: "search",
  list: "list",
  sessions: "list",
};

const NAMES = Object.keys(ACTIONS) as KeyAction[];

/**
 * Lays the person's keys over the defaults, and gives the terminal library its share of them. `action` answers for what
 * the window carries out itself: the places `window` and `empty`. A key that the person gives to an action is taken from
 * every other action that holds at the same time; the first of two that the person names keeps it, and a warning says so.
 */
export function createKeymap(config: Pick<EffectiveConfig, "keys">): WindowKeymap {
  const { keys, warnings } = layKeys(config.keys);
  const bindings: KeybindingsConfig = {};
  for (const name of NAMES) {
    const { binding } = ACTIONS[name];
    if (binding !== undefined) bindings[binding] = keys[name] as KeyId[];
  }
  setKeybindings(new KeybindingsManager(TUI_KEYBINDINGS, bindings));
  const mine = NAMES.filter((name) => ACTIONS[name].place === "window" || ACTIONS[name].place === "empty");
  return {
    warnings,
    action: (data) => mine.find((name) => keys[name].some((key) => matchesKey(data, key as KeyId))),
    keysOf: (name) => (isAction(name) ? keys[name].map(showKey) : []),
  };
}

/** Places where letters are typed: a key that writes something cannot do anything else there. */
const TYPING: ReadonlySet<KeyPlace> = new Set(["window", "editor", "scroll"]);

/** True for a key that writes a character. */
function isText(key: string): boolean {
  const bare = key.replace(/^shift\+/, "");
  return bare.length === 1 || bare === "space";
}

function isAction(name: string): name is KeyAction {
  return Object.hasOwn(ACTIONS, name);
}

type Keys = Record<KeyAction, readonly string[]>;

function layKeys(own: EffectiveConfig["keys"]): { keys: Keys; warnings: string[] } {
  const warnings: string[] = [];
  const defaults = {} as Record<KeyAction, readonly string[]>;
  for (const name of NAMES) defaults[name] = ACTIONS[name].keys.map((key) => readKey(key)!);
  const owners = new Map<string, KeyAction>();
  const given = new Map<KeyAction, string[]>();
  for (const [name, wanted] of Object.entries(own)) {
    if (!isAction(name)) continue;
    const kept = wanted.filter((key) => {
      if (TYPING.has(ACTIONS[name].place) && isText(key)) {
        warnings.push(`keys: ${showKey(key)} is needed for typing, so ${name} does not get it`);
        return false;
      }
      const slot = `${GROUPS[ACTIONS[name].place]} ${key}`;
      const owner = owners.get(slot);
      // Keys that two actions share by default go on doing so: Ctrl-D leaves, or deletes where there is text.
      if (owner === undefined || (defaults[owner].includes(key) && defaults[name].includes(key))) {
        owners.set(slot, owner ?? name);
        return true;
      }
      warnings.push(`keys: ${showKey(key)} is given to ${owner} and to ${name}; ${owner} has it`);
      return false;
    });
    given.set(name, kept);
  }
  const keys = { ...defaults };
  for (const name of NAMES) {
    const group = GROUPS[ACTIONS[name].place];
    keys[name] =
      given.get(name) ??
      defaults[name].filter((key) => {
        const owner = owners.get(`${group} ${key}`);
        return owner === undefined || defaults[owner].includes(key);
      });
  }
  return { keys, warnings };
}
