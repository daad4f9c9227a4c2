import { describe, expect, it } from "vitest";
import { patch, ping, save, shell, view } from "./fixtures.js";
import { readArguments, type ToolShape } from "./read-arguments.js";

function read(tool: ToolShape, raw: unknown): unknown {
  const outcome = readArguments(tool, raw);
  return outcome.ok ? outcome.value : outcome.reason;
}

describe("valid JSON is never reinterpreted", () => {
  it.each([
    [
      save,
      String.raw`{"path":"x.json","content":"{\"on\": true,}\n"}`,
      { path: "x.json", content: '{"on": true,}\n' },
    ],
    [save, String.raw`{"path":"a.txt","content":"\"quoted\""}`, { path: "a.txt", content: '"quoted"' }],
    [
      save,
      String.raw`{"path":"t.txt","content":"<|im_end|></tool_call>"}`,
      { path: "t.txt", content: "<|im_end|></tool_call>" },
    ],
    [save, '{"path":"a.md","content":"```json\\n{}\\n```"}', { path: "a.md", content: "```json\n{}\n```" }],
    [shell, '{"command":"True"}', { command: "True" }],
    [shell, '{"command":"it\'s"}', { command: "it's" }],
    [shell, '{"command":"null"}', { command: "null" }],
    [shell, '{"command":"42"}', { command: "42" }],
    [shell, '{"command":""}', { command: "" }],
    [view, '{"path":"[slug].tsx"}', { path: "[slug].tsx" }],
    [view, String.raw`{"path":"C:\new\table"}`, { path: "C:\new\table" }],
    [shell, '{"command":"first","command":"second"}', { command: "second" }],
  ])("%# %j", (tool, raw, value) => {
    expect(readArguments(tool, raw)).toEqual({ ok: true, value, repaired: [], dropped: [] });
  });

  it("takes an object that the server already decoded", () => {
    expect(read(view, { path: "a.go", start: 3 })).toEqual({ path: "a.go", start: 3 });
  });
});

describe("syntax with one reading is repaired", () => {
  it.each([
    [
      "trailing commas",
      patch,
      '{"path":"p","edits":[{"old":"a,","new":"b",},],}',
      { path: "p", edits: [{ old: "a,", new: "b" }] },
    ],
    [
      "Python quotes",
      view,
      "{'path': 'x.py', 'numbered': True, 'start': None}",
      { path: "x.py", numbered: true },
    ],
    [
      "Python escapes",
      shell,
      String.raw`{'command': 'echo it\'s \"\x41\u00e9\U0001F600'}`,
      { command: "echo it's \"Aé😀" },
    ],
    ["both quotes", shell, `{'command': "what's up"}`, { command: "what's up" }],
    [
      "raw line feeds",
      save,
      '{"path":"a","content":"one\n\ttwo\r\n"}',
      { path: "a", content: "one\n\ttwo\r\n" },
    ],
    [
      "a raw continuation",
      shell,
      '{"command":"cc \\\n -O2 \\"x\\" \\\\"}',
      { command: 'cc \\\n -O2 "x" \\' },
    ],
    [
      "unknown escapes",
      shell,
      String.raw`{"command":"grep '\w\.\s' \"f\""}`,
      { command: String.raw`grep '\w\.\s' "f"` },
    ],
    [
      "a Windows path",
      view,
      String.raw`{"path":"D:\Src\Views\a.cs"}`,
      { path: String.raw`D:\Src\Views\a.cs` },
    ],
    ["a broken code point", shell, String.raw`{"command":"\users \d"}`, { command: String.raw`\users \d` }],
    ["a fence", view, '```json\n{"path":"a"}\n```', { path: "a" }],
    ["a fence on one line", view, '```{"path":"a"}```', { path: "a" }],
    ["control tokens", view, '{"path":"a"}<|tool_call_end|></s>\n[/TOOL_CALLS]', { path: "a" }],
    ["a fullwidth token", view, '{"path":"a"}<｜tool▁call▁end｜>', { path: "a" }],
    ["a brace too many", view, '{"path":"a"}}', { path: "a" }],
    ["an empty object first", view, '{}{"path":"a"}', { path: "a" }],
    ["a byte order mark", view, '\uFEFF{"path":"a"}', { path: "a" }],
    ["a list of one object", view, '[{"path":"a"}]', { path: "a" }],
  ])("%s", (_, tool, raw, value) => {
    expect(read(tool, raw)).toEqual(value);
  });

  it("says what it repaired", () => {
    expect(readArguments(view, "```\n{'path': 'a\tb', 'numbered': False,}\n```<|end|>")).toEqual({
      ok: true,
      value: { path: "a\tb", numbered: false },
      repaired: [
        "code fence",
        "text after the end",
        "python quotes",
        "raw control character",
        "python literal",
        "trailing comma",
      ],
      dropped: [],
    });
  });
});

describe("syntax with several readings or none is malformed", () => {
  it.each([
    [shell, "ls -la"],
    [shell, 'Sure: {"command":"ls"}'],
    [shell, '{"command":"ls"} Now I wait.'],
    [shell, '{"command":"ls"}{"command":"pwd"}'],
    [shell, '{}{"command":"ls"}{"command":"pwd"}'],
    [shell, '{"command":"say "hi" to all"}'],
    [shell, "{'command': 'what's up'}"],
    [shell, '{command: "ls"}'],
    [shell, '{"command": ls}'],
    [shell, '{"command" "ls"}'],
    [shell, '{,"command":"ls"}'],
    [view, '{"path":"a",,"start":1}'],
    [view, '{"path":"a" "start":1}'],
    [view, '{"path":"a","start":+1}'],
    [view, '{"path":"a","start":NaN}'],
    [view, "{'path':'a','path':'b'}"],
    [view, String.raw`{"path":"C:\Work\new"}`],
    [shell, String.raw`{"command":"grep '\bid\d'"}`],
    [shell, String.raw`{"command":"a\\b\d"}`],
    [shell, String.raw`{"command":"echo \'a\'"}`],
    [shell, String.raw`{"command":"\x1b[0m"}`],
    [shell, 42],
    [shell, true],
    [shell, '[{"command":"a"},{"command":"b"}]'],
    [shell, '"ls"'],
  ])("%# %j", (tool, raw) => {
    expect(read(tool, raw)).toBe("malformed");
  });

  it("tells the model where, that nothing ran, and how to call", () => {
    expect(readArguments(shell, '{"command": ls}')).toMatchInlineSnapshot(`
      {
        "ok": false,
        "reason": "malformed",
        "text": "[shell: the arguments could not be read as JSON: unexpected "ls}" at character 13. Nothing was run. Send one JSON object.]
      shell(command: string)",
      }
    `);
  });
});

describe("what is open was cut", () => {
  it.each([
    [save, '{"path":"a","content":"# Head\\n\\nBo'],
    [save, '{"content":"no path yet'],
    [save, '{"path":"a","content":"back\\'],
    [save, '{"path":"a","content":"code \\u00'],
    [shell, '{"command":"ls"'],
    [shell, '{"command":"ls",'],
    [shell, '{"command":'],
    [shell, '{"comm'],
    [shell, "{"],
    [view, '{"path":"a","numbered":tr'],
    [view, "{'path': 'a', 'numbered': Fal"],
    [view, '```json\n{"path":"a"'],
    [patch, '{"path":"a","edits":[{"old":"a","new":"b"}'],
    [shell, String.raw`"{\"command\":\"ls\"`],
    [shell, String.raw`"{\"command\":\"rm -rf d\""`],
    [view, String.raw`{"arguments":"{\"path\":\"a"}`],
  ])("%# %j", (tool, raw) => {
    expect(read(tool, raw)).toBe("cut");
  });

  it("tells the model to send less, not that a field is missing", () => {
    expect(readArguments(save, '{"content":"# No')).toMatchInlineSnapshot(`
      {
        "ok": false,
        "reason": "cut",
        "text": "[save_file: the arguments end inside "content" before they are complete: your output was cut off. Nothing was run. Send less at once, in several smaller calls.]
      save_file(path: string, content: string)",
      }
    `);
  });
});

describe("encodings", () => {
  const encode = (value: unknown, times: number): string =>
    times === 0 ? (value as string) : encode(JSON.stringify(value), times - 1);

  it.each([1, 2, 3, 4])("decodes %i levels", (times) => {
    expect(read(shell, encode({ command: "ls" }, times))).toEqual({ command: "ls" });
  });

  it("has a bound", () => {
    expect(read(shell, encode({ command: "ls" }, 5))).toBe("malformed");
  });

  it("repairs the inner text too", () => {
    expect(read(shell, JSON.stringify("{'command': 'ls',}"))).toEqual({ command: "ls" });
  });
});

describe("nothing", () => {
  it.each([[undefined], [null], [""], [" \n"], ["null"], ["None"], ["{}"], ["[]"], [[]], ['""'], ['"{}"']])(
    "%j is no arguments",
    (raw) => {
      expect(read(ping, raw)).toEqual({});
      expect(readArguments(shell, raw)).toMatchObject({ ok: false });
    },
  );

  it("names the missing field", () => {
    expect(readArguments(shell, "")).toEqual({
      ok: false,
      reason: "refused",
      field: "command",
      text: "[shell: invalid input, nothing was run]\ncommand is missing (string)\nshell(command: string)",
    });
  });
});

describe("hostile input", () => {
  it("refuses more than 1,000 parameters", () => {
    const fields = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, null]));
    expect(readArguments(ping, JSON.stringify(fields))).toEqual({
      ok: false,
      reason: "refused",
      text: "[ping: too many parameters (1001 > 1000)]",
    });
    expect(read(ping, { arguments: fields })).toBe("refused");
  });

  it.each([
    '{"command":"ls","__proto__":{"cwd":"/"}}',
    "{'command':'ls','__proto__':{'cwd':'/'}}",
    '{"input":{"command":"ls","__proto__":{"x":1}}}',
  ])("refuses %s", (raw) => {
    expect(readArguments(shell, raw)).toMatchObject({ ok: false, field: "__proto__" });
    expect(({} as { cwd?: string }).cwd).toBeUndefined();
  });

  it("does not take inherited members for fields", () => {
    expect(readArguments(shell, '{"constructor":"x","command":"ls"}')).toMatchObject({
      ok: false,
      field: "constructor",
    });
    expect(readArguments(shell, '{"toString":"x"}')).toMatchObject({ ok: false, field: "toString" });
  });

  it("survives any depth", () => {
    const deep = (open: string, close: string): string => `${open.repeat(50_000)}1${close.repeat(50_000)}`;
    expect(read(shell, `{"command":${deep("[", "]")}}`)).toBe("refused");
    expect(read(shell, `{"command":${deep("[", ",]")}}`)).toBe("refused");
    expect(read(shell, `{"command":${deep('{"a":', "}")}}`)).toBe("refused");
    expect(read(shell, "[".repeat(300_000))).toBe("cut");
  });

  it("takes time in proportion to the size", () => {
    const fill = [
      "x".repeat(1_000_000),
      "\\\\".repeat(200_000),
      '\\"'.repeat(200_000),
      "\n".repeat(500_000),
      "}<|".repeat(500_000),
    ];
    const started = performance.now();
    for (const body of fill) {
      expect(readArguments(save, `{"path":"a","content":"${body}",}`).ok).toBe(true);
      expect(read(save, `{"path":"a","content":"${body}`)).toBe("cut");
    }
    read(shell, `{"command":"ls"}${" }".repeat(300_000)}x`);
    read(shell, `{"command":"ls"}${"<|".repeat(300_000)}`);
    read(shell, `{"command":"ls"}${"\n".repeat(500_000)}x`);
    // Quadratic reading would need minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
