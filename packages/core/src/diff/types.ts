/** Lines `start`..`start + count` of the text before (0-based) give way to `lines`. */
export interface Change {
  readonly start: number;
  readonly count: number;
  readonly lines: readonly string[];
}

/** A piece of a unified diff. Lines are counted from 1; a side without lines starts at the line before it. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each with its leading ` `, `-`, `+`, or `\` for a missing final newline; without LF, but with its CR. */
  readonly lines: readonly string[];
}

export interface LineDiff {
  readonly hunks: readonly Hunk[];
  /** Lines. */
  readonly added: number;
  readonly removed: number;
}
