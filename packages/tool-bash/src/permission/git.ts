import type { WordText } from "./word-text.js";

/** A call of git without the options that stand before its subcommand (git's manual, OPTIONS). */
export interface GitCall {
  readonly words: readonly WordText[];
  /** True when an option makes git run or write something that the words do not show. */
  readonly unseen: boolean;
}

/** Global options that take the next word as their value. */
const VALUED: ReadonlySet<string> = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--config-env",
  "--attr-source",
]);

/** Settings whose value is run, or is a file with more settings. */
const RUNS =
  /^(?:alias|filter|include|includeif|pager|man|browser|difftool|mergetool|credential|gpg|trailer|guitool|uploadpack|url)\.|^(?:core\.(?:fsmonitor|pager|editor|sshcommand|hookspath|gitproxy|askpass|worktree|attributesfile|alternaterefscommand)|sequence\.editor|diff\.external|init\.templatedir|interactive\.difffilter|protocol\.|merge\..*driver|(?:diff|remote|submodule|web)\..*\.(?:command|textconv|uploadpack|receivepack|vcs|proxy|update))/i;

/** Options of subcommands that name a program, in the shortest spelling git takes as well. */
const NAMES_PROGRAM = /^--(?:upl|rece|exec(?:$|=)|extc|ext-d|open-)/;

export function readGit([program, ...args]: readonly WordText[]): GitCall {
  let unseen = false;
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = args[at]?.text ?? "";
    if (!text.startsWith("-")) break;
    if (/^--(?:exec-path=|config-env)/.test(text)) unseen = true;
    if (VALUED.has(text)) {
      at += 1;
      if (text === "-c" && RUNS.test(args[at]?.text ?? "")) unseen = true;
    }
  }
  const rest = args.slice(at);
  if (optionsRun(rest.map(({ text }) => text))) unseen = true;
  return { words: program ? [program, ...rest] : [], unseen };
}

function optionsRun([subcommand = "", ...args]: readonly string[]): boolean {
  if (
    args.some(
      (arg) => NAMES_PROGRAM.test(arg) || (arg.startsWith("--outp") && !arg.startsWith("--output-ind")),
    )
  )
    return true;
  switch (subcommand) {
    case "diff":
    case "log":
    case "show":
    case "archive":
    case "format-patch":
      return args.some((arg) => arg.startsWith("-o"));
    case "clone":
      return args.some((arg) => /^-(?:u|c$|-conf)/.test(arg));
    case "rebase":
    case "difftool":
      return args.some((arg) => arg.startsWith("-x"));
    case "grep":
      return args.some((arg) => arg.startsWith("-O"));
    case "bisect":
      return args[0] === "run";
    case "submodule":
      return args.includes("foreach");
    case "filter-branch":
      return true;
    default:
      return false;
  }
}
