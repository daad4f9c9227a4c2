import type { Finding } from "./types.js";

export interface TerminalFacts {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the terminal can show. */
export function checkTerminal({ isTTY, columns, rows, env }: TerminalFacts): Finding {
  const area = "terminal";
  if (!isTTY) return { area, status: "ok", text: "stdout is no terminal: plain text, no questions" };
  const size = `${columns ?? "?"}x${rows ?? "?"}`;
  const term = env["TERM"] ?? "";
  if (term === "" || term === "dumb")
    return {
      area,
      status: "warn",
      text: `TERM is ${term === "" ? "not set" : term}: no colours, no cursor movement`,
    };
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  if (!/utf-?8/i.test(locale))
    return {
      area,
      status: "warn",
      text: `${term} ${size}; the locale ${locale === "" ? "is not set" : `is ${locale}`}: set LANG to one with UTF-8, or signs may be wrong`,
    };
  if ((columns ?? 80) < 40)
    return { area, status: "warn", text: `${term} ${size} is narrow; 80 columns read well` };
  return {
    area,
    status: "ok",
    text: `${term} ${size}${env["NO_COLOR"] ? ", without colours (NO_COLOR)" : ""}`,
  };
}
