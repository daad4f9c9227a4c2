import type { Element, ElementContent, Root as HastRoot } from "hast";
import type { BlockContent, DefinitionContent, PhrasingContent, Root } from "mdast";
import { blockFinder, isBlock } from "./elements.js";
import { type Mark, Run } from "./run.js";

type Block = BlockContent | DefinitionContent;
/** Turns one element into Markdown nodes by calling the writer. */
export type Handler = (node: Element, writer: Writer) => void;
export type Handlers = Readonly<Record<string, Handler>>;

export interface WriterOptions {
  readonly handlers: Handlers;
  /** Handlers that count where only inline content may stand: headings and table cells. */
  readonly inlineHandlers: Handlers;
  readonly tables: "html" | "flatten";
  readonly strikethrough: boolean;
  readonly taskList: boolean;
  /** Resolves a link or image address; undefined when there is nothing to link to. */
  url(value: string): string | undefined;
}

const SPACES = /[ \t\n\r\f]+/g;
const RUN_OF_SPACES = /[\t\n\r\f]| {2}/;
const ONLY_SPACE = /^[ \t\n\r\f]*$/;

/** Builds mdast while walking hast: blocks go into containers, inline content into runs that become paragraphs. */
export class Writer {
  readonly options: WriterOptions;
  /** Nesting of lists and of quotes so far. */
  depth = { list: 0, quote: 0 };
  /** The language that an element around the code names. */
  codeLanguage: string | undefined;
  #blocks: Block[] = [];
  #run = new Run();
  #marks: Mark[] = [];
  #inline: "" | "space" | "break" = "";
  readonly #holdsBlock = blockFinder();

  constructor(options: WriterOptions) {
    this.options = options;
  }

  /** Converts a whole tree. */
  convert(tree: HastRoot): Root {
    this.children(tree);
    this.flush();
    return { type: "root", children: this.#blocks };
  }

  /** True where only inline content may stand. */
  get inlineOnly(): boolean {
    return this.#inline !== "";
  }

  children(node: { readonly children: readonly (ElementContent | HastRoot["children"][number])[] }): void {
    for (const child of node.children) {
      if (child.type === "text") this.text(child.value);
      else if (child.type === "element") this.element(child);
    }
  }

  element(node: Element): void {
    const { options } = this;
    const name = node.tagName;
    const handler = (this.inlineOnly ? options.inlineHandlers[name] : undefined) ?? options.handlers[name];
    if (handler) handler(node, this);
    else if (isBlock(node) || this.#holdsBlock(node)) this.boundaries(node);
    else this.children(node);
  }

  /** The children between two block borders. */
  boundaries(node: { readonly children: readonly ElementContent[] }): void {
    this.flush();
    this.children(node);
    this.flush();
  }

  text(value: string): void {
    if (ONLY_SPACE.test(value)) {
      if (value !== "") this.#run.space();
      return;
    }
    const text = RUN_OF_SPACES.test(value) ? value.replace(SPACES, " ") : value;
    const start = text.startsWith(" ") ? 1 : 0;
    const end = text.endsWith(" ") ? text.length - 1 : text.length;
    if (start === 1) this.#run.space();
    this.#run.text(start === 0 && end === text.length ? text : text.slice(start, end), this.#marks);
    if (end !== text.length) this.#run.space();
  }

  space(): void {
    this.#run.space();
  }

  /** A line break; two in a row end the paragraph. */
  lineBreak(): void {
    if (this.#inline === "space") this.#run.space();
    else if (this.#run.pending === "break" && !this.inlineOnly) this.flush();
    else this.#run.lineBreak();
  }

  /** An inline node that is complete in itself. */
  inline(node: PhrasingContent): void {
    this.#run.node(node, this.#marks);
  }

  /** Everything that `body` writes stands under the mark, in as many paragraphs as it takes. */
  mark(mark: Mark, body: () => void): void {
    this.#marks.push(mark);
    body();
    this.#marks.pop();
    this.#run.leave(this.#marks.length);
  }

  /** True when a mark of this kind is open. */
  marked(kind: string): boolean {
    return this.#marks.some((mark) => mark.kind === kind);
  }

  /** Ends the current paragraph. */
  flush(): void {
    if (this.#inline === "break") {
      if (!this.#run.empty) this.#run.lineBreak();
      return;
    }
    if (this.#inline === "space") return this.#run.space();
    const run = this.#run;
    if (run.empty) {
      if (run.pending !== "") this.#run = new Run();
      return;
    }
    this.#run = new Run();
    const children = run.finish();
    if (children.length > 0) this.#blocks.push({ type: "paragraph", children });
  }

  /** A block that is complete in itself. */
  block(node: Block): void {
    this.flush();
    this.#blocks.push(node);
  }

  /** The last block written into the current container. */
  last(): Block | undefined {
    this.flush();
    return this.#blocks.at(-1);
  }

  /** What `body` writes, as blocks of their own. */
  collect(body: () => void): Block[] {
    this.flush();
    const outer = this.#blocks;
    const inside: Block[] = [];
    this.#blocks = inside;
    body();
    this.flush();
    this.#blocks = outer;
    return inside;
  }

  /** What `body` writes, as inline content; blocks in it are set apart by a space or a break. */
  phrasing(between: "space" | "break", body: () => void): PhrasingContent[] {
    const outer = { run: this.#run, inline: this.#inline };
    this.#run = new Run();
    this.#inline = between;
    body();
    const children = this.#run.finish();
    this.#run = outer.run;
    this.#inline = outer.inline;
    return children;
  }
}
