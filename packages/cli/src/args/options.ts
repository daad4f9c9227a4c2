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
  line: { type: "boolean" },
  "output-format": { type: "string" },
  json: { type: "boolean" },
  batch: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** Single-dash long forms that people know from other agents; recognised before option parsing. */
export const SINGLE_DASH: Readonly<Record<string, string>> = {};
