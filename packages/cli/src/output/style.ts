import { styleText } from "node:util";

const FORMATS = {
  dim: "dim",
  bold: "bold",
  italic: "italic",
  underline: "underline",
  strike: "strikethrough",
  red: "red",
  green: "green",
  yellow: "yellow",
  cyan: "cyan",
} as const;

export type StyleName = keyof typeof FORMATS;

/** Colours for texts on a stream; plain where the stream is no terminal, is dumb, or `NO_COLOR` is set. */
export type Style = { readonly colour: boolean } & Readonly<Record<StyleName, (text: string) => string>>;

export function createStyle(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  const colour = stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  const paints = Object.entries(FORMATS).map(([name, format]) => [
    name,
    (text: string): string =>
      colour && text !== "" ? styleText(format, text, { validateStream: false }) : text,
  ]);
  return { colour, ...(Object.fromEntries(paints) as Record<StyleName, (text: string) => string>) };
}
