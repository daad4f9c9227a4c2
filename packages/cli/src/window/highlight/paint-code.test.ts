import { beforeAll, describe, expect, it } from "vitest";
import type { CodeRole } from "../theme/palettes.js";
import { highlighter, loadHighlighter, onHighlighter } from "./highlighter.js";
import { languageOf, LANGUAGES } from "./languages.js";
import { paintCode } from "./paint-code.js";

const ROLES: CodeRole[] = ["keyword", "string", "number", "comment", "function", "type", "name", "meta"];
const paints = Object.fromEntries(
  ROLES.map((role) => [role, (text: string) => `<${role} ${text}>`]),
) as Record<CodeRole, (text: string) => string>;
const paint = (code: string, language?: string) => paintCode(code, language, paints);

it("leaves code plain until the highlighter is there, then tells", async () => {
  let told = 0;
  const forget = onHighlighter(() => (told += 100));
  onHighlighter(() => (told += 1));
  forget();
  expect(paint("const a = 1;", "ts")).toEqual(["const a = 1;"]);
  await loadHighlighter();
  expect(told).toBe(1);
  expect(paint("const a = 1;", "ts")).toEqual(["<keyword const> a = <number 1>;"]);
});

describe("with the highlighter", () => {
  beforeAll(() => loadHighlighter());

  it("knows every language of the table and every name behind a fence", () => {
    const names = Object.keys(LANGUAGES);
    expect(names).toHaveLength(24);
    expect(names.filter((name) => !highlighter()?.getLanguage(name))).toEqual([]);
    expect(
      ["TS", "tsx title=a.tsx", "c++", "C#", "toml", "html", "sh", "py", " rs "].map(languageOf),
    ).toEqual(["typescript", "typescript", "cpp", "csharp", "ini", "xml", "bash", "python", "rust"]);
    expect([undefined, "", "klingon", "__proto__", "constructor", "toString"].map(languageOf)).toEqual(
      Array.from({ length: 6 }),
    );
  });

  it("leaves code of an unknown language as it is", () => {
    expect(paint("if a < b & c", "klingon")).toEqual(["if a < b & c"]);
    expect(paint("plain")).toEqual(["plain"]);
  });

  it("keeps every character, marks included", () => {
    const code = "if (a < b && c > \"x\" && d['y'] != '&amp;') {\n\n  return `<b>${a}</b>`;\n}";
    const marked = Object.fromEntries(ROLES.map((role) => [role, (text: string) => `\u0001${text}\u0002`]));
    const rows = paintCode(code, "js", marked as Record<CodeRole, (text: string) => string>);
    expect(rows.join("\n").split("\u0001").length).toBeGreaterThan(6);
    expect(rows.join("\n").replaceAll("\u0001", "").replaceAll("\u0002", "")).toBe(code);
  });

  it("ends a colour with its row and takes it up in the next", () => {
    expect(paint("/* a\n   b */", "c")).toEqual(["<comment /* a>", "<comment    b */>"]);
  });

  it("leaves very long code plain", () => {
    const long = "a = 1\n".repeat(4000);
    expect(paint(long, "py").join("\n")).toBe(long);
  });
});
