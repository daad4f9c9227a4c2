/** What a piece of text is for. `text` is the terminal's own colour and stands here for measuring. */
export type Role =
  | "dim"
  | "accent"
  | "heading"
  | "link"
  | "code"
  | "quote"
  | "border"
  | "question"
  | "ok"
  | "warning"
  | "error"
  | "added"
  | "removed"
  | "addedWord"
  | "removedWord"
  | "selected"
  | "match"
  | "currentMatch";

/** What a piece of code is. */
export type CodeRole = "keyword" | "string" | "number" | "comment" | "function" | "type" | "name" | "meta";

export interface Tint {
  /** `#rrggbb`; absent: the terminal's own. */
  readonly fg?: string;
  readonly bg?: string;
  readonly bold?: boolean;
}

export interface Palette {
  /** The background it is made for, at its least favourable. */
  readonly background: string;
  readonly foreground: string;
  readonly roles: Readonly<Record<Role, Tint>>;
  readonly syntax: Readonly<Record<CodeRole, Tint>>;
}

const DARK: Palette = {
  background: "#282c34",
  foreground: "#e6e6e6",
  roles: {
    dim: { fg: "#a3a9b5" },
    accent: { fg: "#6cc7f2" },
    heading: { fg: "#7fd6c2" },
    link: { fg: "#7cb7ff" },
    code: { fg: "#e8c27a" },
    quote: { fg: "#b7c4a6" },
    border: { fg: "#9299a6" },
    question: { fg: "#f2f2f2", bg: "#3a4150" },
    ok: { fg: "#7fd18a" },
    warning: { fg: "#e9b95c" },
    error: { fg: "#ff9a94" },
    added: { fg: "#b9ecc0", bg: "#1d3a27" },
    removed: { fg: "#ffc4bf", bg: "#47211f" },
    addedWord: { fg: "#f0fff2", bg: "#2c6a3f" },
    removedWord: { fg: "#fff2f1", bg: "#8a3530" },
    selected: { fg: "#ffffff", bg: "#2f5d8a" },
    match: { fg: "#1b1b1b", bg: "#d9b650" },
    currentMatch: { fg: "#1b1b1b", bg: "#ff9f4a", bold: true },
  },
  syntax: {
    keyword: { fg: "#d3a4f2" },
    string: { fg: "#a5d68c" },
    number: { fg: "#f0b27a" },
    comment: { fg: "#a0a7b4" },
    function: { fg: "#84bdf5" },
    type: { fg: "#7fd6c2" },
    name: { fg: "#f0a0a8" },
    meta: { fg: "#c9b07a" },
  },
};

const LIGHT: Palette = {
  background: "#f2f2f2",
  foreground: "#1f1f1f",
  roles: {
    dim: { fg: "#5c6370" },
    accent: { fg: "#0062a3" },
    heading: { fg: "#00665c" },
    link: { fg: "#0a58ca" },
    code: { fg: "#7a4a00" },
    quote: { fg: "#4c5f3a" },
    border: { fg: "#646b78" },
    question: { fg: "#1f1f1f", bg: "#dbe4f0" },
    ok: { fg: "#1a6b2d" },
    warning: { fg: "#7d5200" },
    error: { fg: "#b3211b" },
    added: { fg: "#12461f", bg: "#d9f2de" },
    removed: { fg: "#6e1512", bg: "#fadfdd" },
    addedWord: { fg: "#06330f", bg: "#9fdcae" },
    removedWord: { fg: "#570c0a", bg: "#f2aaa5" },
    selected: { fg: "#ffffff", bg: "#1f5fa8" },
    match: { fg: "#1b1b1b", bg: "#f5dc7a" },
    currentMatch: { fg: "#1b1b1b", bg: "#ffab5e", bold: true },
  },
  syntax: {
    keyword: { fg: "#7b2fa6" },
    string: { fg: "#2c6b1f" },
    number: { fg: "#8f4700" },
    comment: { fg: "#5f6673" },
    function: { fg: "#0a56b0" },
    type: { fg: "#00665c" },
    name: { fg: "#a32a3a" },
    meta: { fg: "#6b5510" },
  },
};

/** For a dark and for a light background; every pair reaches 7. */
const CONTRAST_DARK: Palette = {
  background: "#1c1c1c",
  foreground: "#ffffff",
  roles: {
    dim: { fg: "#d0d0d0" },
    accent: { fg: "#6fe3ff", bold: true },
    heading: { fg: "#ffffff", bold: true },
    link: { fg: "#9cc9ff" },
    code: { fg: "#ffd97a" },
    quote: { fg: "#d6e6c0" },
    border: { fg: "#d0d0d0" },
    question: { fg: "#000000", bg: "#ffffff", bold: true },
    ok: { fg: "#7dff8f" },
    warning: { fg: "#ffd24a" },
    error: { fg: "#ffb3ae", bold: true },
    added: { fg: "#d6ffdc", bg: "#003d12" },
    removed: { fg: "#ffe3e1", bg: "#5c0703" },
    addedWord: { fg: "#000000", bg: "#7dff8f", bold: true },
    removedWord: { fg: "#000000", bg: "#ffb3ae", bold: true },
    selected: { fg: "#000000", bg: "#6fe3ff", bold: true },
    match: { fg: "#000000", bg: "#ffe76a" },
    currentMatch: { fg: "#000000", bg: "#ffae52", bold: true },
  },
  syntax: {
    keyword: { fg: "#e6c2ff", bold: true },
    string: { fg: "#b8f59e" },
    number: { fg: "#ffc999" },
    comment: { fg: "#d0d0d0" },
    function: { fg: "#a8d4ff" },
    type: { fg: "#93f0dd" },
    name: { fg: "#ffbdc4" },
    meta: { fg: "#f0d68a" },
  },
};

const CONTRAST_LIGHT: Palette = {
  background: "#f2f2f2",
  foreground: "#000000",
  roles: {
    dim: { fg: "#3d424b" },
    accent: { fg: "#003f73", bold: true },
    heading: { fg: "#000000", bold: true },
    link: { fg: "#003c99" },
    code: { fg: "#573400" },
    quote: { fg: "#2f4021" },
    border: { fg: "#3d424b" },
    question: { fg: "#ffffff", bg: "#1c1c1c", bold: true },
    ok: { fg: "#0a4719" },
    warning: { fg: "#573900" },
    error: { fg: "#840a06", bold: true },
    added: { fg: "#002e0c", bg: "#d3f5da" },
    removed: { fg: "#4d0502", bg: "#ffe3e1" },
    addedWord: { fg: "#ffffff", bg: "#0a4719", bold: true },
    removedWord: { fg: "#ffffff", bg: "#840a06", bold: true },
    selected: { fg: "#ffffff", bg: "#003f73", bold: true },
    match: { fg: "#000000", bg: "#ffe76a" },
    currentMatch: { fg: "#000000", bg: "#ffae52", bold: true },
  },
  syntax: {
    keyword: { fg: "#551083", bold: true },
    string: { fg: "#134a08" },
    number: { fg: "#6b3100" },
    comment: { fg: "#3d424b" },
    function: { fg: "#003c85" },
    type: { fg: "#004740" },
    name: { fg: "#7d0d1f" },
    meta: { fg: "#4a3a00" },
  },
};

/** The palettes of true colour, by name and by the side of the background they are for. */
export const PALETTES = {
  dark: { dark: DARK, light: DARK },
  light: { dark: LIGHT, light: LIGHT },
  auto: { dark: DARK, light: LIGHT },
  contrast: { dark: CONTRAST_DARK, light: CONTRAST_LIGHT },
} as const;

/** SGR parameters of terminals with 16 colours: what its owner chose as palette, and nothing beside it. */
export const SIXTEEN: Readonly<Record<Role | CodeRole, string>> = {
  dim: "2",
  accent: "36",
  heading: "36",
  link: "36",
  code: "33",
  quote: "2",
  border: "2",
  question: "1",
  ok: "32",
  warning: "33",
  error: "31",
  added: "32",
  removed: "31",
  addedWord: "32;7",
  removedWord: "31;7",
  selected: "7",
  match: "33;7",
  currentMatch: "1;7",
  keyword: "35",
  string: "32",
  number: "36",
  comment: "2",
  function: "1",
  type: "36",
  name: "33",
  meta: "2",
};
