import type { Mode } from "@mm-agent/core";
import { readSwitch } from "./clean.js";
import { isStricter } from "./draft.js";
import type { Report } from "./problem.js";
import { showValue } from "./show.js";
import { plain, type TreeEntry } from "./tree.js";

export const MODES: readonly Mode[] = ["ask", "edits", "yolo", "plan"];

/** A permission mode by its name, whatever its case; undefined for any other text. */
export function readMode(text: unknown): Mode | undefined {
  const word = String(text).trim().toLowerCase();
  return MODES.find((mode) => mode === word);
}

/**
 * The mode that the `yolo` and `mode` entries of one file ask for. What cannot be read counts as `ask`; of two that
 * contradict each other the stricter one counts, and `mode` is finer than `yolo`.
 */
export function modeOf(
  entries: readonly TreeEntry[],
  report: Report,
): { mode: Mode; line: number } | undefined {
  const wanted: { key: string; mode: Mode; line: number }[] = [];
  for (const { key, line, value } of entries) {
    const given = plain(value);
    if (given === null) continue;
    const scalar = value.kind === "scalar" ? given : undefined;
    const yolo = readSwitch(scalar);
    const mode = key === "mode" ? readMode(scalar) : yolo === undefined ? undefined : yolo ? "yolo" : "ask";
    if (mode === undefined) {
      const asked = key === "mode" ? `one of ${MODES.join(", ")}` : "true or false";
      report({ line, path: key, what: `${showValue(given)} is not ${asked}`, instead: "using ask" });
    }
    wanted.push({ key, mode: mode ?? "ask", line });
  }
  const pick = (key: string) =>
    wanted
      .filter((one) => one.key === key)
      .reduce<(typeof wanted)[number] | undefined>(
        (best, one) => (best === undefined || isStricter(one.mode, best.mode) ? one : best),
        undefined,
      );
  const yolo = pick("yolo");
  const mode = pick("mode");
  if (mode === undefined) return yolo;
  if (yolo?.mode === "ask" && mode.mode === "yolo") {
    report({
      line: mode.line,
      path: "mode",
      what: "yolo: false and mode: yolo contradict each other",
      instead: "using ask",
    });
    return yolo;
  }
  return mode;
}
