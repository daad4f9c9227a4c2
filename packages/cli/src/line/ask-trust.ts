import type { TrustQuestion } from "@mm-agent/agent";
import type { App } from "./app.js";
import { cleanText } from "../output/clean-text.js";
import { wrapRows } from "./render/wrap-rows.js";

/** Asks once whether a folder's own configuration counts; undefined: not now, and the question comes again. */
export async function askTrust(app: App, { folder, ignored }: TrustQuestion): Promise<boolean | undefined> {
  const { style } = app.options;
  const columns = app.terminal.screen.columns - 1;
  const clean = (text: string): string => cleanText(text).replaceAll("\n", " ");
  app.print([
    style.bold("🔐 This folder brings settings of its own."),
    ...wrapRows(`   ${clean(folder)}`, columns, style, 3),
    ...wrapRows(
      "   They can run programs and change what mm may do. Until the folder is trusted, these are ignored:",
      columns,
      style,
      3,
    ),
    ...ignored.flatMap((text) => wrapRows(`   - ${clean(text)}`, columns, style, 5)),
  ]);
  const index = await app.asking.choose(
    ["Trust this folder", "Not now: go on without them", "Never: do not ask again"],
    1,
  );
  const said = index === 0 ? "Trusted." : index === 2 ? "Not trusted (mm trust changes it)." : "Not now.";
  app.print([style.dim(`   ${said}`), ""]);
  return index === 0 ? true : index === 2 ? false : undefined;
}
