import type { WordText } from "./word-text.js";
import { baseName, isShell } from "./wrappers.js";

/** Options of builtins and programs behind which stands a text or a file that is run later. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  alias: /=/,
  shopt: /^expand_aliases$/,
  mapfile: /^-[a-zA-Z]*C/,
  readarray: /^-[a-zA-Z]*C/,
  compgen: /^-[a-zA-Z]*[CWF]/,
  complete: /^-[a-zA-Z]*[CWF]/,
  fc: /^-[a-zA-Z]*[es]/,
  hash: /^-[a-zA-Z]*p/,
  enable: /^-[a-zA-Z]*f/,
  bind: /^-[a-zA-Z]*x/,
  tar: /^(?:--(?:to-c|checkpoint-a|use-|info-s|new-v|rsh|rmt)|-[a-zA-Z]*[IF])/,
};

/** What a program is read from when it has no name of its own. */
const DESCRIPTOR = /^\/(?:dev\/(?:stdin|fd\/)|proc\/(?:self|thread-self|\d+)\/)/;

/** Whether a program is told to run something that its words do not show. */
export function runsUnseen(words: readonly WordText[]): boolean {
  const name = baseName(words[0]?.text ?? "");
  const args = words.slice(1).map(({ text }) => text);
  if (args.some((arg) => /^BASH_ALIASES(?:\[|=|$)/.test(arg))) return true;
  if (args.some((arg) => isPrompt(arg))) return true;
  if (isShell(name) || name === "source" || name === ".")
    return args.some((arg) => DESCRIPTOR.test(arg) || arg === "expand_aliases");
  return args.some((arg) => OPTIONS[name]?.test(arg) === true);
}

/** Whether `NAME=value` sets a text that bash expands, and so runs, when it prompts or traces. */
export function isPrompt(assignment: string): boolean {
  return /^(?:PS\d|PROMPT_COMMAND)\+?=[^]*[$`]/.test(assignment) || /^BASH_ALIASES\b/.test(assignment);
}

/** Whether find puts the name of a file into a text that is run: names can hold anything. */
export function runsNames(program: readonly WordText[]): boolean {
  return program.some(
    ({ text }, index) =>
      (text.includes("{}") && /[\s;|&$`()'"]/.test(text)) ||
      (text === "{}" && /^-[a-zA-Z]*[ce]$/.test(program[index - 1]?.text ?? "")),
  );
}

/** The variables that a builtin sets by name: `printf -v NAME`, `read NAME`, `mapfile NAME`. */
export function namesSet(words: readonly WordText[]): string[] {
  const [program = "", ...args] = words.map(({ text }) => text);
  if (program === "printf") return args[0] === "-v" ? args.slice(1, 2) : [];
  if (!/^(?:read|mapfile|readarray|getopts)$/.test(program)) return [];
  return args.filter((arg) => /^[A-Za-z_]\w*$/.test(arg));
}
