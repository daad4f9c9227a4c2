import type { Hunk } from "@mm-agent/core";

/** One replacement. `old` must name exactly one place of the content; an empty `new` deletes it. */
export interface Edit {
  readonly old: string;
  readonly new: string;
}

export interface EditOptions {
  /** Stands in front of every message, normally the file's path. */
  readonly path?: string;
}

/** How a place was found: `exact` forgives nothing, `edges` the blanks around `old`, `indent` those around each line. */
export type MatchPass = "exact" | "edges" | "indent";

/** What one edit does, in UTF-16 offsets of the content as text, a byte order mark included. */
export interface EditSpan {
  /** 1-based number of the edit in the call. */
  readonly edit: number;
  readonly pass: MatchPass;
  /** First character replaced. */
  readonly start: number;
  /** First character behind the replaced ones. */
  readonly end: number;
  /** What stands there afterwards, with the line ends of the file. */
  readonly text: string;
  /** 1-based line on which the matched text starts. */
  readonly line: number;
  /** Set when an exact match begins inside the indentation of that 1-based line and `new` has several lines. */
  readonly insideIndent?: number;
}

/** A match that forgave whitespace. */
export interface LooseMatch {
  /** 1-based number of the edit. */
  readonly edit: number;
  readonly pass: "edges" | "indent";
  /** 1-based line on which it starts. */
  readonly line: number;
}

/** Why nothing was written. `no_change`: the edit leaves the content as it is. */
export type RefusalReason =
  | "no_edits"
  | "empty_old"
  | "not_found"
  | "ambiguous"
  | "overlap"
  | "no_change"
  | "encoding"
  | "binary";

/** Lines of the content that come closest to an `old` that was not found, 1-based and inclusive. */
export interface Region {
  readonly from: number;
  readonly to: number;
}

/** One edit that could not be applied. */
export interface EditProblem {
  readonly reason: RefusalReason;
  /** 1-based number of the edit; 0 when the content itself is refused. */
  readonly edit: number;
  /** Text for the model, without the path. */
  readonly message: string;
  /** `ambiguous`: how many places, and the 1-based line of each. */
  readonly count?: number;
  readonly lines?: readonly number[];
  /** `not_found`: the closest region; null when nothing is close enough to be shown. */
  readonly closest?: Region | null;
  /** `not_found`: one line each. */
  readonly hints?: readonly string[];
}

export interface EditsApplied<C extends string | Uint8Array> {
  readonly refused?: undefined;
  /** The new content, of the same type as the one given. */
  readonly content: C;
  /** The change as unified diff hunks with three lines of context; `formatPatch` of core makes text of them. */
  readonly hunks: readonly Hunk[];
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** First changed line, 1-based, in the new content. */
  readonly firstLine: number;
  /** Sorted by position. */
  readonly spans: readonly EditSpan[];
  readonly looseMatches: readonly LooseMatch[];
  /** One line without the path: edits, lines added and removed, first changed line, loose matches. */
  readonly headline: string;
}

export interface EditsRefused {
  /** The first problem's reason. */
  readonly refused: RefusalReason;
  /** Every edit that is in the way, by number. */
  readonly problems: readonly EditProblem[];
  /** The whole text for the model. */
  readonly message: string;
}
