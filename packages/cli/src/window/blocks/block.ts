import type { Theme } from "../types.js";

/** Where and how a block is drawn. A new width or a new theme gives a new room: what is kept for one holds as long as it does. */
export interface Room {
  /** Cells of a row, without the indent; at least 1. */
  readonly width: number;
  /** Of what belongs to an asked agent. */
  readonly indent: string;
  readonly theme: Theme;
  /** The session's folder: paths inside it are shown from there. */
  readonly cwd: string;
  readonly previewLines: number;
}

export interface Laid {
  readonly rows: readonly string[];
  /** True when unfolding shows more, or when it is unfolded. */
  readonly foldable?: boolean;
}

/** A piece of the conversation. It is laid out when it is shown, and again only after a change or in another room. */
export interface TranscriptBlock {
  /** @param open unfolded by the person */
  lay(room: Room, open: boolean): Laid;
  /** Calls stand close together where they show nothing but their line. */
  readonly close?: boolean;
  /** Others belong to it and are hidden with it; it begins unfolded. */
  readonly isHead?: boolean;
}
