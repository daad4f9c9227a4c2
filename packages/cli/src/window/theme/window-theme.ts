import type { TUI } from "@earendil-works/pi-tui";
import type { Theme } from "../types.js";
import { coloursOf, sideFromEnv } from "./colours-of.js";
import { createTheme, type ThemeName, type ThemeOptions } from "./create-theme.js";
import { followTerminal } from "./follow-terminal.js";
import { createLiveTheme } from "./live-theme.js";

/** The theme of this terminal: it follows the background, and a change of the setting. */
export function createWindowTheme(
  setting: ThemeName,
  env: Readonly<Record<string, string | undefined>>,
  changed: () => void,
): { readonly theme: Theme; follow(tui: TUI): void; change(next: ThemeName): void } {
  const colours = coloursOf(env);
  let background: ThemeOptions["background"] = sideFromEnv(env);
  let name = setting;
  const paint = (): Theme =>
    createTheme({ name, colours, ...(background === undefined ? {} : { background }) });
  const { theme, set } = createLiveTheme(paint());
  const repaint = (): void => {
    set(paint());
    changed();
  };
  return {
    theme,
    follow(tui) {
      if (colours === 0) return;
      followTerminal(tui, (told) => {
        background = told;
        if (name === "auto") repaint();
      });
    },
    change(next) {
      name = next;
      repaint();
    },
  };
}
