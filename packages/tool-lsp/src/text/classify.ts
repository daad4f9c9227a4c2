/** What a character of a source text belongs to. */
export const Kind = { code: 0, string: 1, comment: 2 } as const;

interface Syntax {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  /** String delimiters that end at the end of the line. */
  readonly quotes: string;
  /** String delimiters that span lines. */
  readonly long: readonly string[];
  /** A line comment counts only after a blank (`$#` and `a#b` are no comments). */
  readonly spaced?: boolean;
  /** Template strings whose `${}` holds code. */
  readonly template?: boolean;
  /** `'` is a character, not a string (`'a` is a lifetime). */
  readonly lifetimes?: boolean;
}

const C: Syntax = { line: ["//"], block: [["/*", "*/"]], quotes: `"'`, long: [] };
const HASH: Syntax = { line: ["#"], block: [], quotes: `"'`, long: [] };
const MARKUP: Syntax = {
  line: [],
  block: [
    ["<!--", "-->"],
    ["/*", "*/"],
  ],
  quotes: "",
  long: [],
};

const SYNTAX: Readonly<Record<string, Syntax>> = {
  py: { ...HASH, long: ['"""', "'''"] },
  sh: { ...HASH, spaced: true },
  hash: HASH,
  js: { ...C, template: true },
  go: { ...C, long: ["`"] },
  rs: { ...C, lifetimes: true },
  css: { ...C, line: [] },
  scss: C,
  php: { ...C, line: ["//", "#"] },
  sql: { line: ["--"], block: [["/*", "*/"]], quotes: `"'`, long: [] },
  lua: { line: ["--"], block: [["--[[", "]]"]], quotes: `"'`, long: [] },
  hs: { line: ["--"], block: [["{-", "-}"]], quotes: `"`, long: [] },
  lisp: { line: [";"], block: [["#|", "|#"]], quotes: `"`, long: [] },
  markup: MARKUP,
};

const FAMILIES: Readonly<Record<string, string>> = {
  py: ".py .pyi .pyw",
  sh: ".sh .bash .zsh .yaml .yml",
  hash: ".rb .pl .pm .r .toml .ex .exs .nix .cmake .jl .tf .graphql .mk",
  js: ".ts .tsx .js .jsx .mts .cts .mjs .cjs",
  go: ".go",
  rs: ".rs",
  css: ".css",
  scss: ".scss .less .sass",
  php: ".php",
  sql: ".sql",
  lua: ".lua",
  hs: ".hs .elm .purs",
  lisp: ".lisp .el .clj .cljs .scm .rkt",
  markup: ".html .htm .xml .vue .svelte .astro .md",
};

/** One byte of `Kind` for every UTF-16 unit of a text. An approximation that only decides an order of trying. */
export function classify(text: string, extension: string): Uint8Array {
  const family = Object.keys(FAMILIES).find((name) => FAMILIES[name]?.split(" ").includes(extension));
  const syntax = (family === undefined ? undefined : SYNTAX[family]) ?? C;
  const kinds = new Uint8Array(text.length);
  /** Depths of braces of the template holes we are in. */
  const holes: number[] = [];
  let at = 0;
  const mark = (to: number, kind: number): void => {
    kinds.fill(kind, at, Math.min(to, text.length));
    at = Math.max(at + 1, to);
  };
  const lineEnd = (): number => {
    const end = text.indexOf("\n", at);
    return end < 0 ? text.length : end;
  };
  const closing = (close: string, from: number): number => {
    const end = text.indexOf(close, from);
    return end < 0 ? text.length : end + close.length;
  };
  const template = (): void => {
    let to = at;
    while (to < text.length && text[to] !== "`") {
      if (text[to] === "\\") to++;
      else if (text.startsWith("${", to)) {
        mark(to + 2, Kind.string);
        holes.push(0);
        return;
      }
      to++;
    }
    mark(to + 1, Kind.string);
  };

  while (at < text.length) {
    const char = text[at] ?? "";
    const block = syntax.block.find(([open]) => text.startsWith(open, at));
    const long = syntax.long.find((open) => text.startsWith(open, at));
    if (block) mark(closing(block[1], at + block[0].length), Kind.comment);
    else if (
      syntax.line.some((open) => text.startsWith(open, at)) &&
      (!syntax.spaced || /^\s?$/u.test(text[at - 1] ?? ""))
    ) {
      mark(lineEnd(), Kind.comment);
    } else if (long) mark(closing(long, at + long.length), Kind.string);
    else if (syntax.template && char === "`") {
      mark(at + 1, Kind.string);
      template();
    } else if (syntax.template && holes.length > 0 && (char === "{" || char === "}")) {
      const depth = (holes.pop() ?? 0) + (char === "{" ? 1 : -1);
      at++;
      if (depth >= 0) holes.push(depth);
      else template();
    } else if (
      syntax.quotes.includes(char) &&
      !(syntax.lifetimes && char === "'" && !/^'(?:\\.[^']*|[^\\'])'/u.test(text.slice(at, at + 12)))
    ) {
      mark(endOfQuote(text, at, char), Kind.string);
    } else at++;
  }
  return kinds;
}

function endOfQuote(text: string, at: number, quote: string): number {
  for (let to = at + 1; to < text.length; to++) {
    const char = text[to];
    if (char === "\\") to++;
    else if (char === quote) return to + 1;
    else if (char === "\n") return to;
  }
  return text.length;
}
