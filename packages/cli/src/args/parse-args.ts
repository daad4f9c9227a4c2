import { parseArgs as parse } from "node:util";
import { editDistance } from "@mm-agent/core";
import { OPTIONAL_VALUE, OPTIONS, SINGLE_DASH } from "./options.js";

/** The command line, taken apart. */
export interface Args {
  /** A sub-command's name; absent for a prompt. */
  readonly command?: string;
  readonly positionals: readonly string[];
  readonly flags: Flags;
}

interface Flags {
  readonly print?: boolean;
  readonly cwd?: string;
  readonly config?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly "base-url"?: string;
  readonly yolo?: boolean;
  readonly mode?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly "max-turns"?: string;
  readonly trust?: boolean;
  readonly continue?: boolean;
  /** An id, the beginning of one or `latest`; empty when the person is to choose. */
  readonly resume?: string;
  readonly format?: string;
  readonly all?: boolean;
  readonly line?: boolean;
  readonly "output-format"?: string;
  readonly json?: boolean;
  readonly batch?: boolean;
  readonly acp?: boolean;
  /** An agent's name. */
  readonly ask?: string;
  readonly unstable?: boolean;
  readonly help?: boolean;
  readonly version?: boolean;
}

/** Reads the arguments after the program. `commands` are the sub-commands' names. */
export function parseArgs(
  argv: readonly string[],
  commands: readonly string[],
): { readonly ok: true; readonly args: Args } | { readonly ok: false; readonly text: string } {
  // A prompt may begin with a dash ("- item one"): whatever holds a blank and no "=" is no flag.
  const prompts: string[] = [];
  const safe = argv.map((arg, index) => {
    const long = SINGLE_DASH[arg];
    if (long !== undefined) return long;
    const value = OPTIONAL_VALUE[arg];
    if (value && !value.test(argv[index + 1] ?? "")) return "--resume=";
    if (!/^-[^=]*\s/.test(arg)) return arg;
    prompts.push(arg);
    return `\0${prompts.length - 1}`;
  });
  const restore = (value: string): string =>
    value.startsWith("\0") ? (prompts[Number(value.slice(1))] ?? "") : value;
  try {
    const { values, positionals } = parse({
      args: safe,
      options: OPTIONS,
      allowPositionals: true,
      allowNegative: true,
    });
    const flags = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? restore(value) : value]),
    ) as Flags;
    const words = positionals.map(restore);
    const first = words[0];
    if (first !== undefined && commands.includes(first) && !flags.print && flags.ask === undefined)
      return { ok: true, args: { command: first, positionals: words.slice(1), flags } };
    return { ok: true, args: { positionals: words, flags } };
  } catch (error) {
    return { ok: false, text: explain(error) };
  }
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /Unknown option '(--?[^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return `${message.replaceAll("\0", "").split(/[.\n]/)[0]}`;
  const near = nearest(unknown.replace(/^-+/, ""), Object.keys(OPTIONS));
  return `unknown option ${unknown}${near === undefined ? "" : `; did you mean --${near}?`}`;
}

/**
 * The name that is at most two edits away from `word`, if one is; one edit for a word of five letters or fewer, which
 * further away is rather another word.
 */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const most = word.length <= 5 ? 1 : 2;
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(word, name);
    if (distance <= most && (!best || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}
