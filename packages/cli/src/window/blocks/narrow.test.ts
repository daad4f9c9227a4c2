import { setCapabilities, visibleWidth } from "@earendil-works/pi-tui";
import { array, assert, boolean, constantFrom, integer, property } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadHighlighter } from "../highlight/highlighter.js";
import { COUNTERS, createKit, lineOf, screenOf, type KitOptions } from "./transcript-kit.js";

/** What texts of models and tools are made of, the awkward part of it. */
const PIECES = [
  "word ",
  "a-very-long-word-without-any-blank-in-it ",
  "家族の時計 ",
  "e\u0301\u0302 ",
  "👨‍👩‍👧‍👦",
  "🇩🇪🏳️‍🌈👍🏽 ",
  "שלום עולם ",
  "مرحبا بالعالم ",
  "क्षि ภาษาไทยกำ ",
  "\u202e\u2066",
  "\u200b\u00ad\ufeff",
  "ㅤ\uffa0\u115f",
  "\ud83d",
  "\udc00x",
  "\t",
  "\x1b[31;1mred\x1b[0m ",
  "\x1b]8;;javascript:alert(1)\x07link\x1b]8;;\x07",
  "\x1b]0;title\x07\x1b[2J\x9b5A\x07\b",
  "\x1b",
  "\r",
  "\n",
  "\n\n",
  "\n- ",
  "\n12. ",
  "\n> ",
  "\n# ",
  "\n```ts\n",
  "\n~~~\n",
  "**",
  "`",
  "~~",
  "[l](https://example.org/a?b=c)",
  "[x](javascript:x)",
  "<b>&amp;</b>",
  "<!-- ",
  "\n| a | b | 家 |\n|---|:-:|---|\n| 1 | ",
  " | ",
  "$$x^2$$",
  "\\(\\frac{a}{b}\\)",
  "\n---\n",
];
const text = array(constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));

function fill(
  kit: ReturnType<typeof createKit>,
  [one, two, three]: readonly [string, string, string],
  width: number,
): void {
  kit.transcript.question(one);
  kit.thought(two);
  kit.transcript.render(width);
  kit.text(one);
  kit.transcript.render(width);
  kit.text(two);
  kit.plan("c", "bash", three);
  kit.progress("c", { type: "terminal", id: "t", chunk: one });
  kit.transcript.render(width);
  const patch = `@@ -1,2 +1,2 @@\n-${one.replaceAll("\n", "")}\n+${two.replaceAll("\n", "")}\n same\n`;
  kit.done("c", three, {
    ok: false,
    code: "exit",
    changes: [{ path: `/srv/project/${one}`, added: 1, removed: 1, patch }],
  });
  kit.plan("d", two, one, ["critic"]);
  kit.text(three, "n", ["critic", one]);
  kit.done(
    "d",
    one,
    {
      display: [
        { type: "markdown", text: two },
        { type: "terminal", id: "t", chunk: three },
      ],
    },
    ["critic"],
  );
  kit.emit({ type: "steer", text: three });
  kit.emit({ type: "notice", level: "warning", text: one });
  kit.emit({ type: "retry", attempt: 1, max: 3, delayMs: 1000, reason: two });
  kit.emit({ type: "compacted", before: 1, after: 2, summary: one });
  kit.transcript.say([
    { type: "markdown", text: three },
    { type: "text", text: two },
  ]);
  kit.end({
    reason: "error",
    message: three,
    counters: { ...COUNTERS, byLabel: [{ icon: two, label: one, count: 1 }] },
  });
}

/* oxlint-disable no-control-regex */
/** What mm itself writes: colours, links, the mark of a question. */
const OURS =
  /\x1b\[(?:\d+;?)*m|\x1b\]8;;(?:(?:https?|mailto|file):[\x21-\x7e]*)?(?:\x1b\\|\x07)|\x1b\]133;A\x07/g;
const CONTROL = /[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/;
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

beforeAll(async () => {
  await loadHighlighter();
  setCapabilities({ images: null, trueColor: true, hyperlinks: true });
});
afterAll(() => setCapabilities({ images: null, trueColor: true, hyperlinks: false }));

describe.each<[string, KitOptions]>([
  ["in colour", { colours: "truecolor" }],
  ["without colour", { colours: 0 }],
])("%s", (_name, options) => {
  it("no row is wider than the window, and nothing of a model or a tool steers the terminal", () => {
    assert(
      property(text, text, text, integer({ min: 1, max: 120 }), boolean(), (one, two, three, width, open) => {
        const kit = createKit(options);
        fill(kit, [one, two, three], width);
        if (open) kit.transcript.toggle("all");
        for (const row of kit.transcript.tail(width, 1e6)) {
          expect(visibleWidth(row), JSON.stringify(row)).toBeLessThanOrEqual(width);
          const rest = row.replace(OURS, "").replace(PAIRS, "");
          expect(CONTROL.test(rest), JSON.stringify(row)).toBe(false);
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe("on a real terminal", () => {
  const SAMPLES = [
    "家族の時計が進む",
    "e\u0301a\u0302o\u0308 n\u0303",
    "שלום עולם and مرحبا",
    "ภาษาไทย",
    "한국어 조합",
    "ﾊﾝｶｸ ＷＩＤＥ",
    "ㅤ\u115f|",
    "─│┌ ✓ ✗ ‣ …",
  ];

  it.each([1, 2, 7, 20, 33])("rows of %i cells end where they are said to end", async (width) => {
    for (const sample of SAMPLES) {
      const kit = createKit();
      fill(kit, [`${sample} ${sample}`, `- ${sample}`, `${sample}\n${sample}`], width);
      const rows = kit.transcript.tail(width, 1e6);
      // A mark behind the row stands in the cell that its width tells, if the terminal counts as we do.
      const wide = width + 4;
      const screen = await screenOf(
        rows.map((row) => `${row}|`),
        wide,
      );
      rows.forEach((row, index) => {
        const cells = visibleWidth(row);
        expect(
          screen.buffer.active.getLine(index)?.getCell(cells)?.getChars(),
          `${JSON.stringify(row)} in ${width}`,
        ).toBe("|");
      });
    }
  });

  it("shows what there is room for in one column and in twenty", async () => {
    const kit = createKit();
    kit.transcript.question("hi");
    kit.text("ab 家");
    kit.plan("c", "bash", "ls -l");
    kit.done("c", "one\ntwo");
    const one = await screenOf(kit.transcript.render(1), 1);
    expect(
      kit
        .rows(1)
        .slice(0, 6)
        .map((_row, index) => lineOf(one, index).trimEnd()),
    ).toEqual(["h", "i", "", "a", "b", ""]);
    expect(kit.rows(20)).toEqual([
      "> hi",
      "",
      "ab 家",
      "",
      "‣ bash  ls…  ✓ 1.2 s".slice(0, 20),
      "    one",
      "    two",
    ]);
  });
});
