import type { Mode, Usage } from "@mm-agent/core";
import { truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { count } from "../../interactive/spinner-frame.js";
import { oneLine } from "../../output/one-line.js";
import type { Theme } from "../types.js";

export interface FooterFacts {
  readonly folder: string;
  readonly branch: string | undefined;
  /** Of the whole session. */
  readonly usage: Usage;
  /** Tokens that the last request filled the window with, and how many it holds. */
  readonly filled: number;
  readonly window: number | undefined;
  readonly mode: Mode;
  /** Messages that were sent and not taken up yet. */
  readonly waiting: number;
}

/** The row at the bottom. What does not fit goes from the left: the folder is the first. */
export function footerRow(facts: FooterFacts, theme: Theme, width: number): string {
  const { folder, branch, mode, waiting } = facts;
  const left = [oneLine(folder), ...(branch === undefined ? [] : [oneLine(branch)])];
  const right = [...spent(facts), ...(waiting > 0 ? [`${waiting} waiting`] : [])];
  const end = modePaint(mode, theme)(mode);
  for (let skip = 0; ; skip += 1) {
    const parts = [...left.slice(skip), ...right.slice(Math.max(0, skip - left.length))];
    const text = parts.join(" · ");
    const gap = width - visibleWidth(text) - mode.length - 2;
    if (gap >= 1 || parts.length === 0) {
      const row = ` ${theme.dim(text)}${" ".repeat(Math.max(1, gap))}${end}`;
      return truncateToWidth(row, width, "", true);
    }
  }
}

/** The colour that tells the mode, in the footer and around the editor. */
export function modePaint(mode: Mode, theme: Theme): (text: string) => string {
  return { ask: theme.accent, edits: theme.ok, yolo: theme.warning, plan: theme.dim }[mode];
}

function spent({ usage, filled, window }: FooterFacts): string[] {
  const parts: string[] = [];
  const total = tokensOf(usage);
  if (total > 0) parts.push(`${count(total)} tokens`);
  if (filled > 0 && window !== undefined && window > 0)
    parts.push(`${Math.min(100, Math.round((filled / window) * 100))}% of ${count(window)}`);
  if (usage.cost !== undefined && usage.cost > 0)
    parts.push(`$${usage.cost.toFixed(usage.cost < 0.1 ? 4 : 2)}`);
  return parts;
}

/** Tokens of a request, in and out. */
export function tokensOf(usage: Usage): number {
  return usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0) + usage.output;
}
