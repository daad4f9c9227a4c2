import type { ModelEvent } from "../types.js";

/** A call that was written into the text. */
export interface TextCall {
  readonly name: string;
  /** An object, or the text of the arguments where it is no JSON. */
  readonly arguments: unknown;
}

/** One piece of markup read at some place of a text. `end` is the offset behind it. */
export type Unit =
  | { readonly kind: "calls"; readonly calls: readonly TextCall[]; readonly end: number }
  /** The text ends inside the markup. */
  | { readonly kind: "cut"; readonly name?: string | undefined }
  /** The markup is whole, but what it holds cannot be read. */
  | {
      readonly kind: "bad";
      readonly name?: string | undefined;
      readonly body: string;
      readonly end: number;
    };

/** Reads the markup of one family; undefined when none of it stands there. */
export type Family = (text: string, at: number, inside: boolean) => Unit | undefined;

export type ReaderEvent =
  | ModelEvent
  /** All text so far was thought. */
  | { readonly type: "recast" }
  /** A call that is being written into the text has derailed. */
  | { readonly type: "derailed"; readonly text: string };

/** Takes the events of one reply and gives them back with calls, thoughts and stray tokens read out of the text. */
export interface TextReader {
  push(event: ModelEvent): readonly ReaderEvent[];
}
