import type { Colours } from "./create-theme.js";

/** How many colours the terminal shows, from what it says about itself in the environment; 0 with `NO_COLOR`. */
export function coloursOf(env: Readonly<Record<string, string | undefined>>): Colours {
  const term = env["TERM"] ?? "";
  if (env["NO_COLOR"] || term === "dumb") return 0;
  // GNU screen hands COLORTERM on from outside and shows 256 colours.
  const screen = env["STY"] !== undefined && env["TMUX"] === undefined;
  if (!screen && (/^(?:truecolor|24bit)$/.test(env["COLORTERM"] ?? "") || term.endsWith("-direct")))
    return "truecolor";
  if (!screen && env["WT_SESSION"] !== undefined) return "truecolor";
  if (/256|kitty|ghostty|alacritty|wezterm|foot/.test(term) || screen) return 256;
  return 16;
}

/** The side of the background, where the environment tells it (`COLORFGBG`). */
export function sideFromEnv(env: Readonly<Record<string, string | undefined>>): "dark" | "light" | undefined {
  const last = env["COLORFGBG"]?.split(";").at(-1);
  if (last === undefined || !/^\d+$/.test(last)) return undefined;
  return last === "7" || Number(last) > 8 ? "light" : "dark";
}
