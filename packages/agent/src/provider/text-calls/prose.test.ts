import { expect, it } from "vitest";
import { readAll, readPieces, type Summary } from "./fixtures/read-all.js";

const CASES: readonly (readonly [string, string, "stop" | "length", Summary])[] = [
  [
    "think plain",
    "<think>\nplan\n</think>\n\nHello",
    "stop",
    { text: "Hello", thought: "\nplan\n", end: "stop" },
  ],
  [
    "think orphan",
    "plan here\n</think>\n\nHello",
    "stop",
    { text: "Hello", thought: "plan here\n", end: "stop" },
  ],
  [
    "think orphan glued",
    "plan here.</think>\nHello",
    "stop",
    { text: "Hello", thought: "plan here.", end: "stop" },
  ],
  [
    "think mention orphan",
    "Use `</think>` to close.\nok",
    "stop",
    { text: "Use `</think>` to close.\nok", end: "stop" },
  ],
  ["think unclosed", "<think>plan", "stop", { text: "", thought: "plan", end: "stop" }],
  [
    "think mid",
    'Hi\n<think>x</think>\n<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>',
    "stop",
    { text: "Hi", thought: "x", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "think mid unclosed",
    "Tags:\n<think> is a tag\nbye",
    "stop",
    { text: "Tags:\n<think> is a tag\nbye", end: "stop" },
  ],
  [
    "think tool inside only",
    '<think><tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call></think>',
    "stop",
    { text: "", thought: '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>', end: "stop" },
  ],
  ["thoughts in brackets", "[THINK]a[/THINK]b", "stop", { text: "b", thought: "a", end: "stop" }],
  [
    "hermes wrong tool",
    '<tool_call>{"name":"nope","arguments":{}}</tool_call>',
    "stop",
    { text: '<tool_call>{"name":"nope","arguments":{}}</tool_call>', end: "stop" },
  ],
  [
    "hermes fenced",
    '```xml\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>\n```',
    "stop",
    {
      text: '```xml\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>\n```',
      end: "stop",
    },
  ],
  [
    "hermes midline",
    'Use <tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>',
    "stop",
    { text: 'Use <tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>', end: "stop" },
  ],
  ["cut opener length", "<tool_ca", "length", { text: "<tool_ca", end: "length" }],
  [
    "bare extra",
    '{"name": "bash", "arguments": {"command": "ls"}, "cwd": "/"}',
    "stop",
    { text: '{"name": "bash", "arguments": {"command": "ls"}, "cwd": "/"}', end: "stop" },
  ],
  [
    "bare then prose",
    '{"name": "bash", "arguments": {"command": "ls"}}\nThis is the call.',
    "stop",
    { text: '{"name": "bash", "arguments": {"command": "ls"}}\nThis is the call.', end: "stop" },
  ],
  ["bare no args", '{"name": "bash"}', "stop", { text: '{"name": "bash"}', end: "stop" }],
  [
    "json answer",
    '{"title": "x", "body": [1,2]}',
    "stop",
    { text: '{"title": "x", "body": [1,2]}', end: "stop" },
  ],
  ["list answer", "[1, 2, 3]", "stop", { text: "[1, 2, 3]", end: "stop" }],
  ["link answer", "[docs](http://x) is it", "stop", { text: "[docs](http://x) is it", end: "stop" }],
  ["checklist", "- [ ] a\n- [x] b", "stop", { text: "- [ ] a\n- [x] b", end: "stop" }],
  [
    "mistral prose",
    "[TOOL_CALLS] is the marker of Mistral.",
    "stop",
    { text: "[TOOL_CALLS] is the marker of Mistral.", end: "stop" },
  ],
  [
    "pythonic prose",
    "[read_file(path)] is what I call.",
    "stop",
    { text: "[read_file(path)] is what I call.", end: "stop" },
  ],
  [
    "harmony final",
    "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>",
    "stop",
    { text: "Hello", thought: "hm", end: "stop" },
  ],
  ["tok two", "Done.<|im_end|>\n<|endoftext|>", "stop", { text: "Done.", end: "stop" }],
  ["tok start", "<|im_start|>assistant\nDone.", "stop", { text: "Done.", end: "stop" }],
  [
    "tok mention",
    "The token <|im_end|> ends it.",
    "stop",
    { text: "The token <|im_end|> ends it.", end: "stop" },
  ],
  ["tok code", "Use `<|im_end|>`", "stop", { text: "Use `<|im_end|>`", end: "stop" }],
  ["tok fence", "```\nfoo<|im_end|>\n```", "stop", { text: "```\nfoo<|im_end|>\n```", end: "stop" }],
  [
    "tok header",
    "<|start_header_id|>assistant<|end_header_id|>\n\nHi<|eot_id|>",
    "stop",
    { text: "Hi", end: "stop" },
  ],
  ["html", "<div>\n<s>a</s>\n</div>", "stop", { text: "<div>\n<s>a</s>\n</div>", end: "stop" }],
  [
    "story",
    'First:\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>\nthen it broke.\n\nNow:\n<tool_call>\n{"name": "bash", "arguments": {"command": "pwd"}}\n</tool_call>',
    "stop",
    {
      text: 'First:\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>\nthen it broke.\n\nNow:',
      calls: [["bash", { command: "pwd" }]],
      end: "calls",
    },
  ],
  [
    "story bare prose",
    "<tool_call> is the tag.\nBye",
    "stop",
    { text: "<tool_call> is the tag.\nBye", end: "stop" },
  ],
  [
    "refusal proto",
    '<tool_call>{"name": "__proto__", "arguments": {}}</tool_call>',
    "stop",
    { text: '<tool_call>{"name": "__proto__", "arguments": {}}</tool_call>', end: "stop" },
  ],
];

it.each(CASES)("%s", (_name, text, finish, expected) => {
  // However the text is cut into pieces, the reading is the same.
  for (const size of [0, 1, 2, 3, 7]) expect(readAll(text, { finish, size })).toEqual(expected);
});

it("shows text as soon as it cannot be markup any more", () => {
  const seen = (text: string): string => readPieces(text.match(/[\s\S]{1,2}/g) ?? []);
  expect(seen("Plain text with a < b and [c]")).toBe("Plain text with a < b and [c]");
  expect(seen("Look:\n<tool_call> is the tag")).toBe("Look:\n<tool_call> is the tag");
  expect(seen('{"title": "an answer in JSON')).toBe('{"title": "an answer in JSON');
  expect(seen('Sent:\n<tool_call>\n{"name":"bash","arguments":{}}\n</tool_call>\nand then')).toContain(
    "and then",
  );
  expect(seen("Let me see.\n<tool_ca")).toBe("Let me see.\n");
  expect(seen('Let me see.\n<tool_call>{"name":"bash"')).toBe("Let me see.\n");
});

it("takes work that grows with the text and not faster", () => {
  const lines = "line </tool_call> of text\\n".repeat(4000);
  const call = `<tool_call>\n{"name":"write_file","arguments":{"path":"a","content":"${lines}"}}\n</tool_call>`;
  const before = process.cpuUsage();
  expect(readAll(call, { size: 4 }).calls).toHaveLength(1);
  for (const piece of ["<", "[", "<tool_call>", "<parameter=a>", "</s>", "`</think>", '{"name":"bash",'])
    readAll(piece.repeat(2000), { size: 7 });
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(8000);
});

const CALL = '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>';

it.each([0, 1, 7])("leaves indented code and open comments as they are (pieces of %i)", (size) => {
  const kept = [
    `So:\n\n    ${CALL}`,
    `So:\n\n\t${CALL}`,
    `So:\n\n    a call:\n    ${CALL}`,
    `So:\n\n    a\n\n    ${CALL}`,
    `So:\n<!-- for example\n${CALL}`,
    `So:\n  <!--\n\n${CALL}`,
  ];
  for (const text of kept) expect(readAll(text, { size })).toEqual({ text, end: "stop" });
  const run = [
    `So:\n    ${CALL}`,
    `So:\n\n   ${CALL}`,
    `\n\n    ${CALL}`,
    `So:\n\n    code\n\n${CALL}`,
    `<!-- a note -->\n${CALL}`,
    `The mark <!-- opens.\n${CALL}`,
    `<!--\nnote -->\n\n${CALL}`,
    `\`\`\`html\n<!-- open\n\`\`\`\n${CALL}`,
  ];
  for (const text of run) expect([text, readAll(text, { size }).calls?.length]).toEqual([text, 1]);
});
