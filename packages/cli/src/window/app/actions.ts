import type { Window } from "./window.js";

/** What the actions of the keymap do that are dialogs. */
export const ACTIONS: Readonly<Record<string, (window: Window) => void>> = {};
