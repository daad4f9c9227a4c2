import type { TrustQuestion } from "@mm-agent/agent";
import { TRUST, trustAnswer, trustLines } from "../../interactive/trust-words.js";
import { choose } from "./create-face.js";
import type { Window } from "./window.js";

/** Asks once whether a folder's own configuration counts; undefined: not now, and the question comes again. */
export async function askTrust(window: Window, question: TrustQuestion): Promise<boolean | undefined> {
  const { folder, ignored } = trustLines(question);
  const about = [folder, TRUST.about, ...ignored.map((text) => `- ${text}`)];
  return trustAnswer(await choose(window, TRUST.title, TRUST.answers, { about, at: TRUST.at }));
}
