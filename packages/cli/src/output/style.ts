import { styleText } from "node:util";

/** Colours for texts on a stream; plain where the stream is no terminal, is dumb, or `NO_COLOR` is set. */
export interface Style {
  readonly colour: boolean;
  dim(text: string): string;
  bold(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

export function createStyle(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  const colour = stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  const paint =
    (format: "dim" | "bold" | "red" | "green" | "yellow") =>
    (text: string): string =>
      colour ? styleText(format, text, { validateStream: false }) : text;
  return {
    colour,
    dim: paint("dim"),
    bold: paint("bold"),
    red: paint("red"),
    green: paint("green"),
    yellow: paint("yellow"),
  };
}
