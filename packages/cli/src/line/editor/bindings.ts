import type { KeyPress } from "../keys/types.js";

/** What a key does to the text. */
export type Action =
  | "left"
  | "right"
  | "word-left"
  | "word-right"
  | "line-start"
  | "line-end"
  | "text-start"
  | "text-end"
  | "up"
  | "down"
  | "older"
  | "newer"
  | "delete-left"
  | "delete-right"
  | "kill-word-left"
  | "kill-blank-left"
  | "kill-word-right"
  | "kill-to-start"
  | "kill-to-end"
  | "yank"
  | "undo"
  | "newline"
  | "search";

const CTRL: Readonly<Record<string, Action>> = {
  a: "line-start",
  b: "left",
  e: "line-end",
  f: "right",
  k: "kill-to-end",
  n: "newer",
  p: "older",
  r: "search",
  u: "kill-to-start",
  w: "kill-blank-left",
  y: "yank",
  _: "undo",
  "-": "undo",
};

const ALT: Readonly<Record<string, Action>> = {
  b: "word-left",
  d: "kill-word-right",
  f: "word-right",
  "<": "text-start",
  ">": "text-end",
};

/** The action of a key, by the habits of shells and of desktop editors; undefined for keys that edit nothing. */
export function actionOf({ name, char, ctrl, alt, shift }: KeyPress): Action | undefined {
  const far = ctrl || alt;
  switch (name) {
    case "char":
      return ctrl ? CTRL[char] : ALT[char];
    case "left":
      return far ? "word-left" : "left";
    case "right":
      return far ? "word-right" : "right";
    case "up":
      return "up";
    case "down":
      return "down";
    case "home":
      return ctrl ? "text-start" : "line-start";
    case "end":
      return ctrl ? "text-end" : "line-end";
    case "backspace":
      return far ? "kill-word-left" : "delete-left";
    case "delete":
      return far ? "kill-word-right" : "delete-right";
    case "newline":
      return "newline";
    case "enter":
      return shift || ctrl ? "newline" : undefined;
    default:
      return undefined;
  }
}
