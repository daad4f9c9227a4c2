import { backgroundAnsi, foregroundAnsi, parseColor } from "@earendil-works/pi-tui";
import { paintCode } from "../highlight/paint-code.js";
import type { Paint, Theme } from "../types.js";
import { contrast, type Rgb } from "./contrast.js";
import { PALETTES, SIXTEEN, type CodeRole, type Role, type Tint } from "./palettes.js";

export type ThemeName = "auto" | "dark" | "light" | "contrast";

/** How many colours the terminal shows; 0 where colour is off. */
export type Colours = 0 | 16 | 256 | "truecolor";

export interface ThemeOptions {
  readonly name: ThemeName;
  readonly colours: Colours;
  /** What the terminal said about its background; absent: it is taken for dark. */
  readonly background?: Rgb | "dark" | "light";
}

const CODE_ROLES = ["keyword", "string", "number", "comment", "function", "type", "name", "meta"] as const;
const PLAIN: Paint = (text) => text;
/** SGR parameters that end others. */
const ENDS: Readonly<Record<string, string>> = {
  "1": "22",
  "2": "22",
  "3": "23",
  "4": "24",
  "7": "27",
  "9": "29",
};

/** The colours of the window for one terminal. `auto` follows the background. */
export function createTheme({ name, colours, background }: ThemeOptions): Theme {
  const palette = PALETTES[name][sideOf(background)];
  const attribute = (parameter: string): Paint => (colours === 0 ? PLAIN : sgr(parameter));
  const of = (role: Role | CodeRole, tint: Tint): Paint => {
    if (colours === 0) return PLAIN;
    return colours === 16 ? sgr(SIXTEEN[role]) : tinted(tint, colours === 256 ? "256color" : "truecolor");
  };
  const role = (name: Role): Paint => of(name, palette.roles[name]);
  const code = Object.fromEntries(
    CODE_ROLES.map((name) => [name, of(name, palette.syntax[name])]),
  ) as Readonly<Record<CodeRole, Paint>>;
  return {
    name,
    bold: attribute("1"),
    italic: attribute("3"),
    strike: attribute("9"),
    underline: attribute("4"),
    dim: role("dim"),
    accent: role("accent"),
    heading: role("heading"),
    link: role("link"),
    code: role("code"),
    quote: role("quote"),
    border: role("border"),
    question: role("question"),
    ok: role("ok"),
    warning: role("warning"),
    error: role("error"),
    added: role("added"),
    removed: role("removed"),
    addedWord: role("addedWord"),
    removedWord: role("removedWord"),
    selected: role("selected"),
    match: role("match"),
    currentMatch: role("currentMatch"),
    highlight: (text, language) => (colours === 0 ? text.split("\n") : paintCode(text, language, code)),
  };
}

function sideOf(background: ThemeOptions["background"]): "dark" | "light" {
  if (background === undefined || typeof background === "string") return background ?? "dark";
  const white = contrast(background, { r: 255, g: 255, b: 255 });
  return white >= contrast(background, { r: 0, g: 0, b: 0 }) ? "dark" : "light";
}

function sgr(parameters: string): Paint {
  const ends = parameters.split(";").map((one) => ENDS[one] ?? "39");
  return between(`\x1b[${parameters}m`, `\x1b[${[...new Set(ends)].join(";")}m`);
}

function tinted({ fg, bg, bold }: Tint, mode: "256color" | "truecolor"): Paint {
  let open = "";
  const ends: string[] = [];
  if (bold) {
    open += "\x1b[1m";
    ends.push("22");
  }
  if (fg !== undefined) {
    open += foregroundAnsi(parseColor(fg), mode);
    ends.push("39");
  }
  if (bg !== undefined) {
    open += backgroundAnsi(parseColor(bg), mode);
    ends.push("49");
  }
  return between(open, `\x1b[${ends.join(";")}m`);
}

/** A paint inside another of the same kind ends it; the outer one is opened again. */
function between(open: string, close: string): Paint {
  return (text) => {
    if (text === "") return "";
    return `${open}${text.includes(close) ? text.replaceAll(close, close + open) : text}${close}`;
  };
}
