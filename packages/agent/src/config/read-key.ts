const MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: "ctrl",
  control: "ctrl",
  strg: "ctrl",
  alt: "alt",
  option: "alt",
  opt: "alt",
  meta: "alt",
  shift: "shift",
  super: "super",
  cmd: "super",
  command: "super",
  win: "super",
};

const NAMES: Readonly<Record<string, string>> = {
  esc: "escape",
  escape: "escape",
  enter: "enter",
  return: "enter",
  tab: "tab",
  space: "space",
  backspace: "backspace",
  delete: "delete",
  del: "delete",
  insert: "insert",
  ins: "insert",
  clear: "clear",
  home: "home",
  end: "end",
  pageup: "pageUp",
  pgup: "pageUp",
  pagedown: "pageDown",
  pgdn: "pageDown",
  pgdown: "pageDown",
  up: "up",
  down: "down",
  left: "left",
  right: "right",
  minus: "-",
  plus: "+",
};

const ORDER = ["ctrl", "alt", "shift", "super"];

/**
 * A key as people write it (`Ctrl-R`, `alt+enter`, `PgUp`, `?`) in the one spelling that terminals' input is compared
 * with: `ctrl+r`. Undefined when no terminal has such a key.
 */
export function readKey(written: string): string | undefined {
  let rest = written.trim();
  const held = new Set<string>();
  for (;;) {
    const found = /^([a-z]+)[-+](?=.)/i.exec(rest);
    const modifier = found === null ? undefined : own(MODIFIERS, found[1]!.toLowerCase());
    if (found === null || modifier === undefined) break;
    if (held.has(modifier)) return undefined;
    held.add(modifier);
    rest = rest.slice(found[0].length);
  }
  // A capital alone is the letter with Shift; behind Ctrl it is only how people write the letter.
  if (held.size === 0 && /^[A-Z]$/.test(rest)) held.add("shift");
  const key = keyName(rest);
  if (key === undefined) return undefined;
  return [...ORDER.filter((modifier) => held.has(modifier)), key].join("+");
}

function keyName(text: string): string | undefined {
  if (/^[!-~]$/.test(text)) return text.toLowerCase();
  const word = text.toLowerCase();
  if (/^f(?:[1-9]|1[0-2])$/.test(word)) return word;
  return own(NAMES, word.replace(/[-_ ]/g, ""));
}

function own(map: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
