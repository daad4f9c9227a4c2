import type { TrustQuestion } from "@mm-agent/agent";
import { cleanText } from "../output/clean-text.js";

/** The question whether a folder's own settings count, in the words of every front end. */
export const TRUST = {
  title: "🔐 This folder brings settings of its own.",
  about: "They can run programs and change what mm may do. Until the folder is trusted, these are ignored:",
  answers: ["Trust this folder", "Not now: go on without them", "Never: do not ask again"],
  /** The answer that is marked at first. */
  at: 1,
} as const;

/** True: trusted, false: never, undefined: not now, and the question comes again. */
export function trustAnswer(index: number | undefined): boolean | undefined {
  return index === 0 ? true : index === 2 ? false : undefined;
}

/** The folder and what is ignored in it, one line each. */
export function trustLines({ folder, ignored }: TrustQuestion): {
  readonly folder: string;
  readonly ignored: readonly string[];
} {
  const clean = (text: string): string => cleanText(text).replaceAll("\n", " ");
  return { folder: clean(folder), ignored: ignored.map(clean) };
}
