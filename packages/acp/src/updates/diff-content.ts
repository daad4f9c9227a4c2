import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { FileChange } from "@mm-agent/core";
import { jsonBytes } from "./fit-text.js";

/** Bytes of all diffs of one update. Some clients cannot read lines of more than 64 KiB. */
const BUDGET = 28 * 1024;

/**
 * Changes as diffs: whole texts where they are known and small, else one diff for each hunk of the patch. What does not
 * fit is counted in words. v1 cannot tell a deleted file from an emptied one, so a deletion is a text.
 */
export function diffContent(changes: readonly FileChange[]): ToolCallContent[] {
  const content: ToolCallContent[] = [];
  let left = BUDGET;
  for (const change of changes) {
    if (change.after === null) {
      content.push(text(`deleted ${change.path}`));
      continue;
    }
    for (const diff of diffsOf(change)) {
      left -= jsonBytes(diff.oldText ?? "") + jsonBytes(diff.newText);
      if (left >= 0) content.push({ type: "diff", path: change.path, ...diff });
      else {
        content.push(text(`${change.path}: ${change.added} lines added, ${change.removed} removed`));
        break;
      }
    }
  }
  return content;
}

interface Texts {
  readonly oldText: string | null;
  readonly newText: string;
}

function diffsOf(change: FileChange): readonly Texts[] {
  const { before, after } = change;
  if (
    before !== undefined &&
    typeof after === "string" &&
    (before?.length ?? 0) + after.length < BUDGET / 2
  ) {
    return before === after ? [] : [{ oldText: before, newText: after }];
  }
  return hunksOf(change.patch);
}

function hunksOf(patch: string): readonly Texts[] {
  const hunks: { isNew: boolean; old: string[]; new: string[] }[] = [];
  let last: string[][] = [];
  for (const line of patch.split("\n")) {
    if (line.startsWith("@@")) hunks.push({ isNew: line.startsWith("@@ -0,0 "), old: [], new: [] });
    const hunk = hunks.at(-1);
    if (!hunk || line.startsWith("@@")) continue;
    // The mark stands behind a line that has no line end.
    if (line.startsWith("\\")) for (const side of last) side.push((side.pop() ?? "").replace(/\n$/, ""));
    else if (line !== "") {
      last = line.startsWith("-") ? [hunk.old] : line.startsWith("+") ? [hunk.new] : [hunk.old, hunk.new];
      for (const side of last) side.push(`${line.slice(1)}\n`);
    }
  }
  return hunks.map((hunk) => ({
    oldText: hunk.isNew ? null : hunk.old.join(""),
    newText: hunk.new.join(""),
  }));
}

function text(of: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: of } };
}
