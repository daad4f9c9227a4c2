/** True when there is nothing typographic to fold. */
function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII as a whole is meant
  return !/[^\x00-\x7f]/.test(text);
}

/**
 * Folds what models retype: composed and decomposed letters, typographic quotes, dashes, no-break and other spaces.
 * Newlines stay where they are, so that line numbers can be counted in the result.
 */
export function foldTypography(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize("NFC")
    .replaceAll(/[\u2018\u2019\u201a\u201b\u2032\u02bc]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll("\u2026", "...")
    .replaceAll(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .replaceAll(/[\u200b-\u200d\ufeff]/g, "");
}

/** Drops every blank inside the lines. */
export function dropBlanks(text: string): string {
  return text.replaceAll(/[ \t\u00a0]+/g, "");
}

const GUTTER = /^[ \t]*(?:\u2502[ \t]*)?\d+[ \t]*(?:[\u2502|\u2192:][ \t]?|\t| {2})/;

/** `text` without the line numbers of a listing before every line, when every line that is not blank has one. */
export function stripGutter(text: string): string | undefined {
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  if (filled.length === 0 || !filled.every((line) => GUTTER.test(line) || /^[ \t]*\u2502/.test(line)))
    return undefined;
  return lines.map((line) => line.replace(GUTTER, "").replace(/^[ \t]*\u2502[ \t]?/, "")).join("\n");
}

const ESCAPES: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "",
  '"': '"',
  "'": "'",
  "\\": "\\",
  "`": "`",
  "/": "/",
};
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", "#39": "'" };

/** `text` with backslash escapes or HTML entities taken as what they stand for; undefined when it holds none. */
export function unescapeText(text: string): string | undefined {
  const plain = text
    .replaceAll(/\\([ntr"'`\\/])/g, (_, sign: string) => ESCAPES[sign] ?? sign)
    .replaceAll(/&(lt|gt|amp|quot|apos|#39);/g, (_, name: string) => ENTITIES[name] ?? name);
  return plain === text ? undefined : plain;
}
