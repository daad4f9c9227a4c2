import type { Input } from "@earendil-works/pi-tui";
import { pastedText } from "../../interactive/pasted-text.js";

/** Puts text into an input as a paste does, so that the cursor stands behind it. */
export function typeInto(input: Input, text: string): void {
  if (text !== "") input.handleInput(`\x1b[200~${pastedText(text)}\x1b[201~`);
}
