/** A key that is no printable text. */
export type KeyName =
  | "enter"
  | "newline"
  | "tab"
  | "backspace"
  | "escape"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "pageup"
  | "pagedown"
  | "insert"
  | "delete"
  | "function"
  | "char";

export interface KeyPress {
  readonly type: "key";
  readonly name: KeyName;
  /** For `char`: the character, lower case when Ctrl or Alt is held. */
  readonly char: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** What a person does at the terminal, or what the terminal answers. */
export type InputEvent =
  | KeyPress
  /** Text as typed; several characters when they came in one piece. */
  | { readonly type: "text"; readonly text: string }
  /** A whole paste; line ends are LF. */
  | { readonly type: "paste"; readonly text: string }
  /** The answer to a cursor position request, 1-based. */
  | { readonly type: "cursor"; readonly row: number; readonly column: number };

/** A key without text, for tables and tests. */
export function key(name: KeyName, mods: Partial<Omit<KeyPress, "type" | "name">> = {}): KeyPress {
  return { type: "key", name, char: "", ctrl: false, alt: false, shift: false, ...mods };
}
