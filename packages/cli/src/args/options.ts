/** Every flag of mm, as `util.parseArgs` takes them. The help text and the docs are checked against this table. */
export const OPTIONS = {
  print: { type: "boolean", short: "p" },
  cwd: { type: "string", short: "C" },
  config: { type: "string" },
  provider: { type: "string" },
  model: { type: "string", short: "m" },
  "base-url": { type: "string" },
  yolo: { type: "boolean" },
  mode: { type: "string" },
  allow: { type: "string", multiple: true },
  deny: { type: "string", multiple: true },
  "max-turns": { type: "string" },
  trust: { type: "boolean" },
  continue: { type: "boolean", short: "c" },
  resume: { type: "string", short: "r" },
  format: { type: "string" },
  all: { type: "boolean" },
  line: { type: "boolean" },
  "output-format": { type: "string" },
  json: { type: "boolean" },
  batch: { type: "boolean" },
  acp: { type: "boolean" },
  ask: { type: "string" },
  unstable: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** Flags whose value may be left out: it is taken when the next argument looks like one. The empty text means none. */
export const OPTIONAL_VALUE: Readonly<Record<string, RegExp>> = {
  "--resume": /^(?:latest|[0-9a-f][0-9a-f-]{3,35})$/i,
  "-r": /^(?:latest|[0-9a-f][0-9a-f-]{3,35})$/i,
};

/** Single-dash long forms that people know from other agents; recognised before option parsing. */
export const SINGLE_DASH: Readonly<Record<string, string>> = { "-acp": "--acp" };
