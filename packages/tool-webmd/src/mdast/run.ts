import type { Break, Parent, PhrasingContent, Text } from "mdast";

/** A kind of inline element that can be opened again in the next paragraph: strong, a link, ... */
export interface Mark {
  readonly kind: string;
  /** Two neighbours of the same kind are joined. Undefined: never joined. */
  readonly joins?: string;
  make(): Parent & PhrasingContent;
}

const UNICODE_SPACE_START = /^\s+/;
const UNICODE_SPACE_END = /\s+$/;
const NOTHING_TO_SEE = /^[\s\u00AD\u200B-\u200F\u2060\uFEFF]*$/;

/**
 * One run of inline content. White space is held back until something follows it and then put outside of the marks
 * that begin or end there: Markdown has no emphasis with a space at its inner edge.
 */
export class Run {
  readonly root: { type: "paragraph"; children: PhrasingContent[] } = { type: "paragraph", children: [] };
  /** The marks that have content, from the outside in, below the root. */
  #open: Parent[] = [this.root];
  #pending: "" | "space" | "break" = "";

  get pending(): "" | "space" | "break" {
    return this.#pending;
  }

  get empty(): boolean {
    return this.root.children.length === 0;
  }

  space(): void {
    if (this.#pending === "") this.#pending = "space";
  }

  lineBreak(): void {
    this.#pending = "break";
  }

  text(value: string, marks: readonly Mark[]): void {
    let rest = value;
    if (marks.length >= this.#open.length) {
      const edge = UNICODE_SPACE_START.exec(rest)?.[0];
      if (edge) {
        this.#settle();
        append(this.#open.at(-1) as Parent, edge);
        rest = rest.slice(edge.length);
        if (rest === "") return;
      }
    }
    append(this.#enter(marks), rest);
  }

  node(node: PhrasingContent, marks: readonly Mark[]): void {
    this.#enter(marks).children.push(node);
  }

  /** Leaves every mark beyond the first `depth`. */
  leave(depth: number): void {
    while (this.#open.length - 1 > depth) {
      const left = this.#open.pop() as Parent;
      const last = left.children.at(-1);
      const edge = last?.type === "text" ? UNICODE_SPACE_END.exec(last.value)?.[0] : undefined;
      if (!edge || last?.type !== "text") continue;
      const parent = this.#open.at(-1) as Parent;
      last.value = last.value.slice(0, -edge.length);
      if (last.value === "") left.children.pop();
      if (left.children.length === 0) parent.children.pop();
      append(parent, edge);
    }
  }

  /** The content, or nothing when there is nothing to see in it. */
  finish(): PhrasingContent[] {
    this.leave(0);
    const { children } = this.root;
    const blank = children.every((child) => child.type === "text" && NOTHING_TO_SEE.test(child.value));
    return blank ? [] : children;
  }

  #settle(): void {
    if (this.#pending !== "" && !this.empty) {
      const parent = this.#open.at(-1) as Parent;
      if (this.#pending === "space") append(parent, " ");
      else parent.children.push({ type: "break" } satisfies Break);
    }
    this.#pending = "";
  }

  #enter(marks: readonly Mark[]): Parent {
    this.#settle();
    for (let at = this.#open.length - 1; at < marks.length; at++) {
      const mark = marks[at] as Mark;
      const parent = this.#open.at(-1) as Parent;
      const last = parent.children.at(-1);
      if (mark.joins !== undefined && last?.type === mark.joins) this.#open.push(last as Parent);
      else {
        const made = mark.make();
        parent.children.push(made);
        this.#open.push(made);
      }
    }
    return this.#open.at(-1) as Parent;
  }
}

function append(parent: Parent, value: string): void {
  const last = parent.children.at(-1);
  if (last?.type === "text") last.value += value;
  else parent.children.push({ type: "text", value } satisfies Text);
}
