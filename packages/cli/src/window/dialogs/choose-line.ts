import type { WindowHost } from "../types.js";
import { pick } from "./pick.js";

/** Lets the person choose between the ways to go on that a command offers; the chosen command line, or undefined. */
export async function chooseLine(
  host: WindowHost,
  title: string,
  choices: readonly { readonly label: string; readonly line: string }[],
): Promise<string | undefined> {
  const picked = await pick(host, {
    title,
    rows: choices.map(({ label, line }) => ({ value: line, label })),
    enter: "choose",
    ordered: true,
  });
  return picked?.value;
}
