import type { TrustQuestion } from "@mm-agent/agent";
import { TRUST, trustAnswer, trustLines } from "../../interactive/trust-words.js";
import { ChoiceDialog } from "./choice-dialog.js";
import type { Window } from "./window.js";

/** Asks once whether a folder's own configuration counts; undefined: not now, and the question comes again. */
export async function askTrust(window: Window, question: TrustQuestion): Promise<boolean | undefined> {
  const { folder, ignored } = trustLines(question);
  const index = await new Promise<number | undefined>((resolve) => {
    const close = window.open(
      new ChoiceDialog({
        theme: window.options.theme,
        title: TRUST.title,
        about: [folder, TRUST.about, ...ignored.map((text) => `- ${text}`)],
        labels: TRUST.answers,
        at: TRUST.at,
        rows: () => window.tui.terminal.rows,
        typedAhead: (data) => window.editor.handleInput(data),
        done(chosen) {
          close();
          resolve(chosen);
        },
      }),
    );
    window.onLeave(() => resolve(undefined));
  });
  return trustAnswer(index);
}
