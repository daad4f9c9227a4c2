import type { CallBlock } from "./call/call.js";
import type { AnswerBlock } from "./answer.js";
import type { Entry } from "./list/entry.js";
import type { RetryBlock } from "./retry.js";
import type { SectionBlock } from "./section.js";
import type { ThoughtsBlock } from "./thoughts.js";

/** What of a message is still coming. */
export type Current =
  | {
      readonly kind: "answer";
      readonly messageId: string;
      readonly block: AnswerBlock;
      readonly entry: Entry;
      /** Blocks of the same answer before this one. */
      readonly before: readonly Entry[];
    }
  | {
      readonly kind: "thoughts";
      readonly messageId: string;
      readonly block: ThoughtsBlock;
      readonly entry: Entry;
    };

/** The conversation of one agent: the session's own, or that of an asked one. */
export interface Lane {
  readonly path: readonly string[];
  /** Of an asked agent: where its part begins. */
  readonly head: { readonly entry: Entry; readonly block: SectionBlock } | undefined;
  /** The call that asked it. */
  readonly asking: CallLine | undefined;
  last: Entry | undefined;
  current: Current | undefined;
  retry: { readonly entry: Entry; readonly block: RetryBlock } | undefined;
  readonly calls: Map<string, CallLine>;
  /** Model, once it has said so. */
  model: string | undefined;
}

export interface CallLine {
  readonly entry: Entry;
  readonly block: CallBlock;
}

export function createLane(path: readonly string[], head?: Lane["head"], asking?: CallLine): Lane {
  return {
    path,
    head,
    asking,
    last: head?.entry,
    current: undefined,
    retry: undefined,
    calls: new Map(),
    model: undefined,
  };
}
