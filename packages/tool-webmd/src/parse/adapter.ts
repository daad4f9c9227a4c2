import type { Comment, Doctype, Element, ElementContent, Properties, Root, RootContent, Text } from "hast";
import { html as names, type Token, type TreeAdapter, type TreeAdapterTypeMap } from "parse5";
import { isBlock } from "../mdast/elements.js";
import { fromProperties, toProperties } from "./properties.js";

type Attribute = Token.Attribute;
type Parent = RootNode | ElementNode;
type Child = ElementNode | TextNode | CommentNode | DoctypeNode;
type NS = names.NS;

// Own classes keep parse5's bookkeeping in private fields: what is left to see is plain hast.
class RootNode implements Root {
  readonly type = "root";
  children: RootContent[] = [];
  #mode: names.DOCUMENT_MODE = names.DOCUMENT_MODE.NO_QUIRKS;
  static mode(node: RootNode): names.DOCUMENT_MODE {
    return node.#mode;
  }
  static setMode(node: RootNode, mode: names.DOCUMENT_MODE): void {
    node.#mode = mode;
  }
}

class ElementNode implements Element {
  readonly type = "element";
  tagName: string;
  children: ElementContent[] = [];
  declare content?: RootNode;
  #attrs: Attribute[];
  #ns: NS;
  #parent: Parent | null = null;
  #properties: Properties | undefined;
  constructor(tagName: string, ns: NS, attrs: Attribute[]) {
    this.tagName = tagName;
    this.#attrs = attrs;
    this.#ns = ns;
  }
  // Made when somebody asks: our own steps read single attributes, and most elements are never asked.
  get properties(): Properties {
    return (this.#properties ??= toProperties(this.#attrs));
  }
  set properties(value: Properties) {
    this.#properties = value;
  }
  static attribute(node: Element, name: string): string | undefined | null {
    if (!(#attrs in node) || node.#properties !== undefined) return null;
    for (const attr of node.#attrs) if (attr.name === name) return attr.value;
    return undefined;
  }
  static attrs(node: ElementNode): Attribute[] {
    return node.#attrs;
  }
  static ns(node: ElementNode): NS {
    return node.#ns;
  }
  static parent(node: ElementNode): Parent | null {
    return node.#parent;
  }
  static setParent(node: ElementNode, parent: Parent | null): void {
    node.#parent = parent;
  }
}

class TextNode implements Text {
  readonly type = "text";
  value: string;
  constructor(value: string) {
    this.value = value;
  }
}

class CommentNode implements Comment {
  readonly type = "comment";
  value: string;
  constructor(value: string) {
    this.value = value;
  }
}

class DoctypeNode implements Doctype {
  readonly type = "doctype";
}

export type HastMap = TreeAdapterTypeMap<
  RootNode | Child,
  Parent,
  Child,
  RootNode,
  RootNode,
  ElementNode,
  CommentNode,
  TextNode,
  ElementNode,
  DoctypeNode
>;

const MAX_ADOPTED = 200;

function place(parent: Parent, reference: Child): number {
  const children = parent.children as Child[];
  const last = children.length - 1;
  return children[last] === reference ? last : children.lastIndexOf(reference);
}

function adopt(parent: Parent, node: Child): void {
  if (node.type === "element") ElementNode.setParent(node, parent);
}

const adapter = {
  createDocument: () => new RootNode(),
  createDocumentFragment: () => new RootNode(),
  createElement: (tagName: string, ns: NS, attrs: Attribute[]) => new ElementNode(tagName, ns, attrs),
  createCommentNode: (data: string) => new CommentNode(data),
  createTextNode: (value: string) => new TextNode(value),
  appendChild(parent: Parent, node: Child): void {
    (parent.children as Child[]).push(node);
    adopt(parent, node);
  },
  insertBefore(parent: Parent, node: Child, reference: Child): void {
    (parent.children as Child[]).splice(place(parent, reference), 0, node);
    adopt(parent, node);
  },
  setTemplateContent(template: ElementNode, content: RootNode): void {
    template.content = content;
  },
  getTemplateContent: (template: ElementNode) => template.content ?? new RootNode(),
  setDocumentType(document: RootNode): void {
    if (!document.children.some((child) => child.type === "doctype"))
      document.children.push(new DoctypeNode());
  },
  setDocumentMode: RootNode.setMode,
  getDocumentMode: RootNode.mode,
  detachNode(node: Child): void {
    const parent = parentOf(node);
    if (!parent) return;
    parent.children.splice(place(parent, node), 1);
    if (node.type === "element") ElementNode.setParent(node, null);
  },
  insertText(parent: Parent, text: string): void {
    const last = parent.children.at(-1);
    if (last?.type === "text") last.value += text;
    else (parent.children as Child[]).push(new TextNode(text));
  },
  insertTextBefore(parent: Parent, text: string, reference: Child): void {
    const at = place(parent, reference);
    const before = parent.children[at - 1];
    if (before?.type === "text") before.value += text;
    else (parent.children as Child[]).splice(at, 0, new TextNode(text));
  },
  adoptAttributes(recipient: ElementNode, attrs: Attribute[]): void {
    const held = ElementNode.attrs(recipient);
    if (attrs === held || attrs.length === 0) return;
    // A page may repeat `body` thousands of times, each with new attributes.
    if (held.length > MAX_ADOPTED) return;
    const known = new Set(held.map((attr) => attr.name));
    for (const attr of attrs) if (!known.has(attr.name)) held.push(attr);
  },
  getFirstChild: (node: Parent) => (node.children as Child[])[0] ?? null,
  getChildNodes: (node: Parent) => node.children as Child[],
  getParentNode: (node: Child) => parentOf(node),
  getAttrList: ElementNode.attrs,
  getTagName: (node: ElementNode) => node.tagName,
  getNamespaceURI: ElementNode.ns,
  getTextNodeContent: (node: TextNode) => node.value,
  getCommentNodeContent: (node: CommentNode) => node.value,
  getDocumentTypeNodeName: () => "html",
  getDocumentTypeNodePublicId: () => "",
  getDocumentTypeNodeSystemId: () => "",
  isTextNode: (node: Child) => node.type === "text",
  isCommentNode: (node: Child) => node.type === "comment",
  isDocumentTypeNode: (node: Child) => node.type === "doctype",
  isElementNode: (node: Child) => node.type === "element",
  setNodeSourceCodeLocation(): void {},
  getNodeSourceCodeLocation: () => null,
  updateNodeSourceCodeLocation(): void {},
};

function parentOf(node: Child): Parent | null {
  return node.type === "element" ? ElementNode.parent(node) : null;
}

/** Builds hast while parse5 parses, so that no second tree is made and nothing recurses over the first. */
export const hastAdapter = adapter as unknown as TreeAdapter<HastMap>;

/**
 * The same without white space that is never shown: at the start of blocks and after them. That is a quarter of the
 * nodes of real pages.
 */
export const leanAdapter = {
  ...adapter,
  insertText(parent: Parent, text: string): void {
    if (!(isSpace(text) && isIdle(parent))) adapter.insertText(parent, text);
  },
} as unknown as TreeAdapter<HastMap>;

function isSpace(text: string): boolean {
  return text.charCodeAt(0) <= 32 && !/[^ \t\n\r\f]/.test(text);
}

/** Levels that are looked up for a `pre`; deeper, white space is kept. */
const LOOK_UP = 64;

function isIdle(parent: Parent): boolean {
  const last = parent.children.at(-1);
  if (last ? !(last.type === "element" && isBlock(last)) : !(parent.type === "element" && isBlock(parent)))
    return false;
  let node: Parent | null = parent;
  for (let level = 0; level < LOOK_UP; level++) {
    if (!node || node.type === "root") return true;
    if (PREFORMATTED.has(node.tagName)) return false;
    node = ElementNode.parent(node);
  }
  return false;
}

const PREFORMATTED: ReadonlySet<string> = new Set(["pre", "listing", "xmp", "plaintext", "textarea"]);

/** One attribute of an element as text, read without making the hast properties; undefined when it is not there. */
export function attribute(node: Element, name: string): string | undefined {
  const raw = ElementNode.attribute(node, name);
  return raw === null ? fromProperties(node.properties, name) : raw;
}
