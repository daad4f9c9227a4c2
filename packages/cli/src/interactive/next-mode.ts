import type { Mode } from "@mm-agent/core";

const MODES: readonly Mode[] = ["ask", "edits", "yolo", "plan"];

/** The mode Shift-Tab goes to. */
export function nextMode(mode: Mode): Mode {
  return MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? "ask";
}
