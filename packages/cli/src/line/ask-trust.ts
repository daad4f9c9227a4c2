import type { TrustQuestion } from "@mm-agent/agent";
import { TRUST, trustAnswer, trustLines } from "../interactive/trust-words.js";
import type { App } from "./app.js";
import { wrapRows } from "./render/wrap-rows.js";

/** Asks once whether a folder's own configuration counts; undefined: not now, and the question comes again. */
export async function askTrust(app: App, question: TrustQuestion): Promise<boolean | undefined> {
  const { style } = app.options;
  const columns = app.terminal.screen.columns - 1;
  const { folder, ignored } = trustLines(question);
  app.print([
    style.bold(TRUST.title),
    ...wrapRows(`   ${folder}`, columns, style, 3),
    ...wrapRows(`   ${TRUST.about}`, columns, style, 3),
    ...ignored.flatMap((text) => wrapRows(`   - ${text}`, columns, style, 5)),
  ]);
  const index = await app.asking.choose(TRUST.answers, TRUST.at);
  const said = index === 0 ? "Trusted." : index === 2 ? "Not trusted (mm trust changes it)." : "Not now.";
  app.print([style.dim(`   ${said}`), ""]);
  return trustAnswer(index);
}
