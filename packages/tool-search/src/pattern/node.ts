/** What a pattern consists of, read once and written out for each engine. */
export type Node =
  | { readonly type: "char"; readonly code: number }
  | { readonly type: "any" }
  | { readonly type: "start" }
  | { readonly type: "end" }
  | { readonly type: "boundary"; readonly negated: boolean }
  | { readonly type: "set"; readonly negated: boolean; readonly members: readonly Member[] }
  | { readonly type: "group"; readonly open: GroupOpen; readonly body: Node }
  | { readonly type: "sequence"; readonly items: readonly Node[] }
  | { readonly type: "choice"; readonly branches: readonly Node[] }
  | {
      readonly type: "repeat";
      readonly item: Node;
      readonly min: number;
      /** Undefined: no bound. */
      readonly max: number | undefined;
      readonly mode: "" | "?" | "+";
    }
  | { readonly type: "back"; readonly to: string }
  /** Written as it is for the engines that know it. */
  | { readonly type: "raw"; readonly source: string };

export type GroupOpen =
  | { readonly kind: "capture"; readonly name?: string }
  /** `?:`, `?=`, `?!`, `?<=`, `?<!`, `?>` or flags such as `?i:`. */
  | { readonly kind: "special"; readonly source: string };

/** A part of a character set. */
export type Member =
  | { readonly type: "range"; readonly from: number; readonly to: number }
  /** `d`, `w`, `s` and their opposites. */
  | { readonly type: "class"; readonly name: "d" | "w" | "s" | "D" | "W" | "S" }
  | { readonly type: "property"; readonly name: string; readonly negated: boolean }
  | { readonly type: "posix"; readonly name: string; readonly negated: boolean };

/** What not every engine can do, as it is called in an answer. */
export type Construct =
  | "look-around"
  | "a back-reference"
  | "a possessive quantifier"
  | "an atomic group"
  | "inline flags"
  | "a set operation"
  | `\\${string}`
  | `(${string}`;
