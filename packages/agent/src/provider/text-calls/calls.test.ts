import { expect, it } from "vitest";
import { readAll, readPieces, type Summary } from "./fixtures/read-all.js";

const CASES: readonly (readonly [string, string, "stop" | "length", Summary])[] = [
  [
    "an element that is never closed",
    '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}',
    "stop",
    { text: "", cut: ["bash"], end: "calls" },
  ],
  [
    "hermes text before",
    'I will look.\n\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>\n',
    "stop",
    { text: "I will look.", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "hermes args string",
    '<tool_call>{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}</tool_call>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "hermes python",
    "<tool_call>{'name': 'bash', 'arguments': {'command': 'ls'}}</tool_call><|im_end|>",
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "hermes fence then call",
    '```sh\nls\n```\n<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>',
    "stop",
    { text: "```sh\nls\n```", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "hermes string with close",
    '<tool_call>\n{"name": "write_file", "arguments": {"path": "a", "content": "x </tool_call> y"}}\n</tool_call>',
    "stop",
    { text: "", calls: [["write_file", { path: "a", content: "x </tool_call> y" }]], end: "calls" },
  ],
  [
    "hermes cut in open string w/ close",
    '<tool_call>\n{"name": "write_file", "arguments": {"path": "a", "content": "x </tool_call>',
    "length",
    { text: "", cut: ["write_file"], end: "length" },
  ],
  [
    "hermes cut stop",
    '<tool_call>\n{"name": "write_file", "arguments": {"path": "a", "content": "x',
    "stop",
    { text: "", cut: ["write_file"], end: "calls" },
  ],
  [
    "hermes flat",
    '<tool_call>{"name":"bash","command":"ls"}</tool_call>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  ["cut nameless length", '<tool_call>\n{"na', "length", { text: "", cut: ["unnamed"], end: "length" }],
  [
    "llama fn",
    '<function=bash>{"command": "ls"}</function>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "llama bare",
    '{"name": "bash", "parameters": {"command": "ls"}}',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "llama bare two",
    '{"name": "bash", "parameters": {"command": "ls"}}; {"name": "bash", "parameters": {"command": "pwd"}}',
    "stop",
    {
      text: "",
      calls: [
        ["bash", { command: "ls" }],
        ["bash", { command: "pwd" }],
      ],
      end: "calls",
    },
  ],
  [
    "llama tag eom",
    '<|python_tag|>{"name": "bash", "parameters": {"command": "ls"}}<|eom_id|>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "llama py",
    '<|python_tag|>bash.call(command="ls")',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "bare array",
    '[{"name": "bash", "arguments": {"command": "ls"}}]',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "bare cut",
    '{"name": "write_file", "arguments": {"path": "a", "content": "xx',
    "length",
    { text: "", cut: ["write_file"], end: "length" },
  ],
  [
    "json fence alone",
    '```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "qwen no end param",
    "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</function>\n</tool_call>",
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "qwen no outer open",
    "<function=bash>\n<parameter=command>\nls -la\n</parameter>\n</function>\n</tool_call>",
    "stop",
    { text: "", calls: [["bash", { command: "ls -la" }]], end: "calls" },
  ],
  [
    "qwen empty",
    "<tool_call>\n<function=bash>\n</function>\n</tool_call>",
    "stop",
    { text: "", calls: [["bash", {}]], end: "calls" },
  ],
  [
    "qwen two lines value",
    "<tool_call>\n<function=bash>\n<parameter=command>\na\n\nb\n</parameter>\n</function>\n</tool_call>",
    "stop",
    { text: "", calls: [["bash", { command: "a\n\nb" }]], end: "calls" },
  ],
  [
    "mistral two",
    '[TOOL_CALLS]bash[CALL_ID]abc123def[ARGS]{"command": "ls"}',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "mistral glue",
    'Sure.[TOOL_CALLS][{"name": "bash", "arguments": {"command": "ls"}}]',
    "stop",
    { text: "Sure.", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "mistral brace",
    '[TOOL_CALLS]bash{"command": "ls"}',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "mistral cut",
    '[TOOL_CALLS]bash[ARGS]{"command": "l',
    "length",
    { text: "", cut: ["bash"], end: "length" },
  ],
  [
    "ds v31",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "ds dsml",
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">ls</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "ds glued",
    'Let me see.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "stop",
    { text: "Let me see.", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "ds cut",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"comm',
    "length",
    { text: "", cut: ["bash"], end: "length" },
  ],
  [
    "kimi cut name",
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.ba",
    "length",
    { text: "", cut: ["unnamed"], end: "length" },
  ],
  [
    "kimi two",
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command":"ls"}<|tool_call_end|><|tool_call_begin|>functions.bash:1<|tool_call_argument_begin|>{"command":"pwd"}<|tool_call_end|><|tool_calls_section_end|>',
    "stop",
    {
      text: "",
      calls: [
        ["functions.bash:0", { command: "ls" }],
        ["functions.bash:1", { command: "pwd" }],
      ],
      end: "calls",
    },
  ],
  [
    "glm json",
    '<tool_call>bash\n{"command": "ls"}\n</tool_call>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "glm cut",
    "<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a.md</arg_value>\n<arg_key>content</arg_key>\n<arg_value># T",
    "length",
    { text: "", cut: ["write_file"], end: "length" },
  ],
  ["glm noargs", "<tool_call>bash</tool_call>", "stop", { text: "", calls: [["bash", {}]], end: "calls" }],
  [
    "invoke antml",
    '<antml:function_calls>\n<antml:invoke name="bash">\n<antml:parameter name="command">ls</antml:parameter>\n</antml:invoke>\n</antml:function_calls>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "invoke json",
    '<invoke name="grep">\n<parameter name="pattern">x</parameter>\n<parameter name="limit" string="false">3</parameter>\n</invoke>',
    "stop",
    { text: "", calls: [["grep", { pattern: "x", limit: 3 }]], end: "calls" },
  ],
  [
    "pythonic bare",
    "[read_file(path='a'), bash(command=\"ls\")]",
    "stop",
    {
      text: "",
      calls: [
        ["read_file", { path: "a" }],
        ["bash", { command: "ls" }],
      ],
      end: "calls",
    },
  ],
  [
    "gemma4",
    '<|tool_call>call:bash{command:<|"|>ls -la<|"|>}<tool_call|>',
    "stop",
    { text: "", calls: [["bash", { command: "ls -la" }]], end: "calls" },
  ],
  [
    "gemma code",
    '```tool_code\nprint(default_api.bash(command="ls"))\n```',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "harmony to head",
    '<|start|>assistant to=functions.bash<|channel|>commentary json<|message|>{"command":"ls"}<|call|>',
    "stop",
    { text: "", calls: [["functions.bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "indented",
    '  <tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "crlf",
    'a\r\n<tool_call>\r\n{"name":"bash","arguments":{"command":"ls"}}\r\n</tool_call>\r\n',
    "stop",
    { text: "a", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "toolcalls wrap",
    '<tool_calls>[{"name":"bash","arguments":{"command":"ls"}}]</tool_calls>',
    "stop",
    { text: "", calls: [["bash", { command: "ls" }]], end: "calls" },
  ],
  [
    "bad json",
    '<tool_call>{"name": "bash", "arguments": {"command": ls -la}}</tool_call>',
    "stop",
    { text: "", calls: [["bash", '{"name": "bash", "arguments": {"command": ls -la}}']], end: "calls" },
  ],
];

it.each(CASES)("%s", (_name, text, finish, expected) => {
  // However the text is cut into pieces, the reading is the same.
  for (const size of [0, 1, 2, 3, 7]) expect(readAll(text, { finish, size })).toEqual(expected);
});

it("leaves a call alone that the server sent apart as well", () => {
  const markup = '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>';
  const sent = { name: "bash", arguments: '{"command": "ls"}' };
  expect(readAll(markup, { sent })).toEqual({ text: "", calls: [["bash", sent.arguments]], end: "stop" });
  expect(readAll(markup, { sent: { name: "bash", arguments: '{"command":"pwd"}' } }).text).toBe(markup);
});

it("runs native tokens that stand in the thoughts of a reply without an answer", () => {
  const thought =
    'List.<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command":"ls"}<|tool_call_end|><|tool_calls_section_end|>';
  expect(readAll("", { thought }).calls).toEqual([["functions.bash:0", { command: "ls" }]]);
  expect(readAll("Done.", { thought }).calls).toBeUndefined();
  expect(
    readAll("", { thought: '<tool_call>{"name":"bash","arguments":{}}</tool_call>' }).calls,
  ).toBeUndefined();
});

it.each([0, 1, 7])("reads forms of Phi, Nemotron, Cohere and tags with a name (pieces of %i)", (size) => {
  const [list, args] = ['[{"name":"bash","arguments":{"command":"ls"}}]', '{"command":"ls"}'];
  const action = '[{"tool_call_id":"0","tool_name":"bash","parameters":{"command":"ls"}}]';
  const whole = [
    `<|tool_call|>${list}<|/tool_call|>`,
    `<TOOLCALL>${list}</TOOLCALL>`,
    `<|START_ACTION|>${action}<|END_ACTION|>`,
    `<tool_call name="bash">${args}</tool_call>`,
  ];
  const call = { text: "", calls: [["bash", { command: "ls" }]], end: "calls" };
  for (const text of whole) expect(readAll(text, { size })).toEqual(call);
  for (const text of whole) {
    const told = `${text}\nThat is the form.`;
    expect(readAll(told, { size })).toEqual({ text: told, end: "stop" });
    expect(readAll(text.replaceAll("bash", "nope"), { size }).calls).toBeUndefined();
  }
  // The open end of a string is never closed.
  for (const text of whole)
    expect(readAll(text.slice(0, text.indexOf("ls") + 1), { size }).cut).toEqual(["bash"]);
  for (const text of ["<TOOLCALL> is a tag", "<|START_ACTION|> is a token", '<tool_call name="x"> is one'])
    expect(readPieces([text])).toBe(text);
});

it.each([0, 1, 7])("drops the tokens of a next reply behind a call (pieces of %i)", (size) => {
  const text = '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>';
  const call = { text: "", calls: [["bash", { command: "ls" }]], end: "calls" };
  for (const rest of [
    "<|im_end|>\n<|im_start|>assistant",
    "<|im_end|>\n<|im_start|>assistant\n",
    "<|im_start|>",
    "\n<|im_start|>assistant",
  ])
    expect(readAll(text + rest, { size })).toEqual(call);
  const user = `${text}<|im_end|>\n<|im_start|>user\nmore`;
  expect(readAll(user, { size }).calls).toBeUndefined();
});
