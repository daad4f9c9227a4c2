import type { Input } from "@earendil-works/pi-tui";

/** Puts text into an input as a paste does, so that the cursor stands behind it. */
export function typeInto(input: Input, text: string): void {
  if (text !== "") input.handleInput(`\x1b[200~${text}\x1b[201~`);
}
