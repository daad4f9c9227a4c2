import type { CodeRole } from "../theme/palettes.js";
import type { Paint } from "../types.js";
import { highlighter } from "./highlighter.js";
import { languageOf } from "./languages.js";

/** UTF-16 units of code above which nothing is coloured: it would hold up a frame. */
const MOST = 20_000;

const ROLES: Readonly<Record<string, CodeRole>> = {
  addition: "string",
  attr: "name",
  attribute: "name",
  built_in: "type",
  bullet: "keyword",
  class: "type",
  code: "string",
  comment: "comment",
  deletion: "name",
  doctag: "comment",
  formula: "number",
  function: "function",
  keyword: "keyword",
  link: "string",
  literal: "number",
  meta: "meta",
  name: "keyword",
  number: "number",
  operator: "keyword",
  property: "name",
  quote: "comment",
  regexp: "string",
  section: "function",
  "selector-attr": "name",
  "selector-class": "name",
  "selector-id": "name",
  "selector-pseudo": "keyword",
  "selector-tag": "keyword",
  string: "string",
  symbol: "number",
  tag: "keyword",
  "template-tag": "meta",
  "template-variable": "name",
  title: "function",
  type: "type",
  variable: "name",
};

const PIECES = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|([^<&]+)|[<&]/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** The rows of a piece of code, coloured where its language is known and the highlighter is there. */
export function paintCode(
  code: string,
  language: string | undefined,
  paints: Readonly<Record<CodeRole, Paint>>,
): string[] {
  const name = code.length > MOST ? undefined : languageOf(language);
  const core = name === undefined ? undefined : highlighter();
  if (name === undefined || !core) return code.split("\n");
  let html: string;
  try {
    html = core.highlight(code, { language: name, ignoreIllegals: true }).value;
  } catch {
    return code.split("\n");
  }
  const rows: string[] = [];
  const open: (Paint | undefined)[] = [];
  let row = "";
  const put = (text: string): void => {
    const paint = open.findLast((one) => one !== undefined);
    text.split("\n").forEach((part, index) => {
      if (index > 0) {
        rows.push(row);
        row = "";
      }
      row += paint && part !== "" ? paint(part) : part;
    });
  };
  for (const [piece, classes, entity, text] of html.matchAll(PIECES)) {
    if (classes !== undefined) open.push(paintOf(classes, paints));
    else if (piece === "</span>") open.pop();
    else put(entity === undefined ? (text ?? piece) : (ENTITIES[entity] ?? ""));
  }
  rows.push(row);
  return rows;
}

function paintOf(classes: string, paints: Readonly<Record<CodeRole, Paint>>): Paint | undefined {
  const [first = "", second] = classes.split(" ");
  const scope = first.replace(/^hljs-/, "");
  if (scope === "title" && second?.startsWith("class") === true) return paints.type;
  const role = Object.hasOwn(ROLES, scope) ? ROLES[scope] : undefined;
  return role && paints[role];
}
