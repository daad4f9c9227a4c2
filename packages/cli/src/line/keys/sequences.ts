import { key, type InputEvent, type KeyName, type KeyPress } from "./types.js";

const LETTERS: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  P: "function",
  Q: "function",
  S: "function",
};

const NUMBERS: Readonly<Record<number, KeyName>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
};

/** Code points that the Kitty keyboard protocol gives to keys without text. */
const CODES: Readonly<Record<number, KeyName>> = {
  9: "tab",
  13: "enter",
  27: "escape",
  127: "backspace",
  57414: "enter",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageup",
  57422: "pagedown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
};

/** Reads one CSI sequence (its parameters and final character). Undefined: nothing that mm knows. */
export function readCsi(params: string, final: string): InputEvent | undefined {
  const groups = params.split(";").map((group) => group.split(":").map(Number));
  const number = (at: number, sub = 0): number => groups[at]?.[sub] || 0;
  if (final === "R" && groups.length === 2) return { type: "cursor", row: number(0), column: number(1) };
  // The event type of the Kitty protocol: 3 is the release of a key.
  if (number(1, 1) === 3) return undefined;
  const held = modifiers(number(1));
  if (final === "Z") return key("tab", { shift: true });
  if (final === "u") return fromCode(number(0), number(0, 1), held);
  if (final === "~") {
    // xterm's modifyOtherKeys: ESC [ 27 ; modifiers ; code ~
    if (number(0) === 27) return fromCode(number(2), 0, held);
    const name = NUMBERS[number(0)] ?? (number(0) >= 11 && number(0) <= 34 ? "function" : undefined);
    return name && key(name, held);
  }
  const name = LETTERS[final];
  return name && key(name, held);
}

/** Reads the character after `ESC O`, which keypads and some terminals send for arrows. */
export function readSs3(final: string): InputEvent | undefined {
  if (final === "M") return key("enter");
  const name = LETTERS[final];
  return name && key(name);
}

interface Held {
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
}

/** The wire sends 1 + shift 1 + alt 2 + ctrl 4 (and further bits for locks). */
function modifiers(value: number): Held {
  const bits = Math.max(0, value - 1);
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

function fromCode(code: number, shifted: number, held: Held): InputEvent | undefined {
  const name = CODES[code];
  if (name) return key(name, held);
  if (code < 32 || code > 0x10_ff_ff || (code >= 57344 && code <= 63743)) return undefined;
  const plain = String.fromCodePoint(code);
  if (held.ctrl || held.alt) return key("char", { ...held, char: plain.toLowerCase() });
  return { type: "text", text: held.shift && shifted > 0 ? String.fromCodePoint(shifted) : plain };
}

/** A control character as a key; undefined for what no key sends. */
export function readControl(code: number, alt: boolean): KeyPress | undefined {
  const about = { alt };
  switch (code) {
    case 0:
      return key("char", { ...about, ctrl: true, char: " " });
    case 8:
    case 127:
      return key("backspace", about);
    case 9:
      return key("tab", about);
    case 10:
      return key("newline", about);
    case 13:
      return key("enter", about);
    case 27:
      return key("escape", about);
    case 31:
      return key("char", { ...about, ctrl: true, char: "_" });
    default:
      return code < 27
        ? key("char", { ...about, ctrl: true, char: String.fromCharCode(code + 96) })
        : undefined;
  }
}
