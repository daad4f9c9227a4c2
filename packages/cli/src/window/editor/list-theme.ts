import type { SelectListTheme } from "@earendil-works/pi-tui";
import type { Theme } from "../types.js";

/** The window's colours for the library's lists. */
export function listTheme(theme: Theme): SelectListTheme {
  return {
    selectedPrefix: theme.accent,
    selectedText: theme.accent,
    description: theme.dim,
    scrollInfo: theme.dim,
    noMatch: theme.dim,
  };
}
