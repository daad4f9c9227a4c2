import type { SelectListTheme } from "@earendil-works/pi-tui";
import type { Theme } from "../types.js";

/** The window's colours for the library's lists; they follow a change of the theme. */
export function listTheme(theme: Theme): SelectListTheme {
  return {
    selectedPrefix: (text) => theme.accent(text),
    selectedText: (text) => theme.accent(text),
    description: (text) => theme.dim(text),
    scrollInfo: (text) => theme.dim(text),
    noMatch: (text) => theme.dim(text),
  };
}
