/** What a line of Markdown is, as far as its beginning tells. */
export type LineKind =
  | { readonly kind: "blank" }
  | { readonly kind: "rule" }
  | { readonly kind: "fence"; readonly mark: string; readonly info: string; readonly indent: string }
  | { readonly kind: "table" }
  | {
      readonly kind: "text";
      /** Units of the line that the beginning takes. */
      readonly skip: number;
      readonly first: string;
      readonly next: string;
      readonly look: "plain" | "heading" | "list" | "quote";
    };

/** Undefined while more of the line could make it something else. `whole`: the line has ended. */
export function classify(line: string, whole: boolean): LineKind | undefined {
  if (/^\s*$/.test(line)) return whole ? { kind: "blank" } : undefined;
  if (!whole && /^\s*(?:`{1,2}|~{1,2})$/.test(line)) return undefined;
  const fence = /^(\s*)(`{3,}|~{3,})\s*(.*)$/.exec(line);
  if (fence && !(fence[2]?.startsWith("`") && fence[3]?.includes("`")))
    return whole
      ? { kind: "fence", indent: fence[1] ?? "", mark: fence[2] ?? "", info: (fence[3] ?? "").trim() }
      : undefined;
  if (/^ {0,3}([-*_])(?: *\1)*\s*$/.test(line)) {
    if (!whole) return undefined;
    if (/^ {0,3}([-*_])(?: *\1){2,}\s*$/.test(line)) return { kind: "rule" };
  }
  if (/^\s*\|/.test(line)) return { kind: "table" };

  const heading = /^ {0,3}(#{1,6})\s+(?=\S)/.exec(line);
  if (heading)
    return { kind: "text", skip: heading[0].length, first: `${heading[1]} `, next: "  ", look: "heading" };
  if (!whole && /^ {0,3}#{1,6}\s*$/.test(line)) return undefined;

  if (!whole && /^\s*(?:>\s?)+$/.test(line)) return undefined;
  const quote = /^\s*((?:>\s?)+)/.exec(line);
  if (quote) {
    const bars = "│ ".repeat((quote[1] ?? "").replaceAll(/[^>]/g, "").length);
    return { kind: "text", skip: quote[0].length, first: bars, next: bars, look: "quote" };
  }

  if (!whole && /^\s*(?:[-*+]|\d{1,9}[.)]?)\s*$/.test(line)) return undefined;
  if (!whole && /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]?\]?\s*$/.test(line)) return undefined;
  const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(?=\S)/.exec(line);
  if (item) {
    const bullet = /\d/.test(item[2] ?? "") ? item[2] : "•";
    const box = item[3] === undefined ? "" : item[3] === " " ? "☐ " : "☑ ";
    const first = `${indentOf(item[1])}${bullet} ${box}`;
    return { kind: "text", skip: item[0].length, first, next: " ".repeat(first.length), look: "list" };
  }
  const indent = indentOf(/^\s*/.exec(line)?.[0]);
  return {
    kind: "text",
    skip: /^\s*/.exec(line)?.[0].length ?? 0,
    first: indent,
    next: indent,
    look: "plain",
  };
}

function indentOf(blanks: string | undefined): string {
  return (blanks ?? "").replaceAll("\t", "    ").slice(0, 24);
}
