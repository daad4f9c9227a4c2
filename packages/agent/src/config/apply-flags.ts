import type { Decision } from "@mm-agent/core";
import { MODES, readMode } from "./apply-mode.js";
import { setValue, type Draft } from "./draft.js";
import { showValue } from "./show.js";
import type { ConfigFlags } from "./types.js";

const TEXTS = { "--provider": "provider", "--model": "model", "--base-url": "baseUrl" } as const;

/** Lays the command line over the draft. A flag that cannot be read is an error that names it. */
export function applyFlags(draft: Draft, flags: ConfigFlags): void {
  const fail = (flag: string, what: string) => draft.errors.push({ flag, message: `${flag}: ${what}` });
  for (const [name, key] of Object.entries(TEXTS) as [
    keyof typeof TEXTS,
    "provider" | "model" | "baseUrl",
  ][]) {
    const value = flags[key];
    if (value === undefined) continue;
    if (value.trim() === "") fail(name, "needs a value");
    else setValue(draft, [key], value, { kind: "flag", name });
  }
  applyModeFlags(draft, flags, fail);
  for (const [name, decision, texts] of [
    ["--allow", "allow", flags.allow ?? []],
    ["--deny", "deny", flags.deny ?? []],
  ] as const) {
    for (const text of texts) addRule(draft, name, decision, text, fail);
  }
  if (flags.maxTurns !== undefined) {
    const count = Number(flags.maxTurns);
    const given = String(flags.maxTurns).trim() !== "";
    if (given && Number.isSafeInteger(count) && count >= 1) {
      setValue(draft, ["maxTurns"], count, { kind: "flag", name: "--max-turns" });
    } else fail("--max-turns", `${showValue(flags.maxTurns)} is not a whole number of 1 or more`);
  }
  if (flags.line === true) setValue(draft, ["ui"], "line", { kind: "flag", name: "--line" });
}

function applyModeFlags(draft: Draft, flags: ConfigFlags, fail: (flag: string, what: string) => void): void {
  if (flags.yolo !== undefined) {
    draft.mode = flags.yolo ? "yolo" : "ask";
    draft.modeSource = { kind: "flag", name: flags.yolo ? "--yolo" : "--no-yolo" };
  }
  if (flags.mode === undefined) return;
  const mode = readMode(flags.mode);
  if (mode === undefined) fail("--mode", `${showValue(flags.mode)} is not one of ${MODES.join(", ")}`);
  else if (mode === "yolo" && flags.yolo === false)
    fail("--mode", "yolo and --no-yolo contradict each other");
  else {
    draft.mode = mode;
    draft.modeSource = { kind: "flag", name: "--mode" };
  }
}

function addRule(
  draft: Draft,
  flag: string,
  decision: Decision,
  text: string,
  fail: (flag: string, what: string) => void,
): void {
  const read = /^([A-Za-z0-9_-]{1,64}|\*)(?:\s*:\s*([\s\S]+))?$/.exec(text.trim());
  if (read === null) {
    fail(flag, `${showValue(text)} is not a tool or tool:pattern, for example bash:git status*`);
    return;
  }
  draft.rules.push({ tool: read[1]!, pattern: read[2] ?? "*", decision, source: flag });
}
