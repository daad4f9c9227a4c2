import { STARTERS, type StarterOptions } from "./starters.js";
import type { WordText } from "./word-text.js";

/**
 * What a program that runs another one comes to. `inner` are the words of the other program; `script` is shell text.
 * `plain`: the wrapper adds nothing that a person would have to judge. `open`: what runs cannot be known.
 */
export interface Unwrapped {
  readonly inner?: readonly WordText[];
  /** Further programs, started in the same way. */
  readonly others?: readonly (readonly WordText[])[];
  readonly script?: WordText;
  readonly plain?: boolean;
  readonly open?: boolean;
  /** True: it is an interpreter of another language and runs what its input says. */
  readonly runsInput?: boolean;
  /** True: further arguments are added that are not known here. */
  readonly more?: boolean;
  /** Variables set for the inner program, `NAME=value`. */
  readonly assigns?: readonly string[];
}

const SHELLS: ReadonlySet<string> = new Set(["bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "rbash"]);

const INTERPRETERS =
  /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|perl|ruby|php|lua[\d.]*|Rscript|osascript)$/;

/** Without a program they start a shell, or may. */
const STARTS_SHELL: ReadonlySet<string> = new Set(
  "sudo doas unshare chroot runuser setarch linux32 linux64 i386 x86_64 nsenter script".split(" "),
);

/** Programs that take a shell text behind an option. */
const SCRIPT_OPTION: Readonly<Record<string, RegExp>> = {
  su: /^(?:-[a-zA-Z]*c|--command|--session-command)$/,
  runuser: /^(?:-[a-zA-Z]*c|--command|--session-command)$/,
  script: /^(?:-[a-zA-Z]*c|--command)$/,
  flock: /^(?:-[a-zA-Z]*c|--command)$/,
  npx: /^(?:-c|--call)$/,
  npm: /^(?:-c|--call)$/,
  pnpm: /^-[a-zA-Z]*c$/,
  split: /^--filter$/,
};

/** Takes the first layer off a command; undefined when it starts nothing that is known of. `words` begin with the program. */
export function unwrap(words: readonly WordText[]): Unwrapped | undefined {
  const name = baseName(words[0]?.text ?? "");
  const args = words.slice(1);
  if (SHELLS.has(name)) return unwrapShell(args);
  if (INTERPRETERS.test(name)) return runsInput(name, args) ? { runsInput: true } : undefined;
  if (name === "eval")
    return { script: { text: args.map((arg) => arg.text).join(" "), fixed: args.every((arg) => arg.fixed) } };
  if (name === "trap") return unwrapTrap(args);
  if (name === "source" || name === ".") return args.some((arg) => !arg.fixed) ? { open: true } : undefined;
  if (name === "find" || name === "fd" || name === "fdfind") return unwrapFind(name, args);
  if (name === "start-stop-daemon") return unwrapDaemon(args);
  const behind = scriptBehind(ownOptions(name, args), SCRIPT_OPTION[name]);
  if (behind) return behind;
  // The loader runs the program that it is given.
  if (/^ld(?:-linux|-musl)?[\w.-]*\.so[.\d]*$/.test(name))
    return unwrapStarter(name, args, STARTERS["ld.so"] ?? {});
  // The name of a machine may stand before the options.
  if (name === "setarch" && args[0]?.text.startsWith("-") === false) args.shift();
  const options = STARTERS[name];
  return options ? unwrapStarter(name, args, options) : undefined;
}

export function isShell(name: string): boolean {
  return SHELLS.has(name);
}

/** `rm` for `/bin/rm`. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

/** The words in which a runner of packages looks for its options; what follows is for the program that it runs. */
function ownOptions(name: string, args: readonly WordText[]): readonly WordText[] {
  if (name === "npm" || name === "pnpm") {
    const end = args.findIndex(({ text }) => text === "--");
    return args.some(({ text }) => text === "exec" || text === "x")
      ? args.slice(0, end < 0 ? args.length : end)
      : [];
  }
  if (name !== "npx") return args;
  const end = args.findIndex(({ text }, at) => {
    const before = args[at - 1]?.text ?? "";
    return (
      text === "--" || (!text.startsWith("-") && !/^(?:-[pcw]|--(?:package|call|workspace))$/.test(before))
    );
  });
  return end < 0 ? args : args.slice(0, end);
}

function scriptBehind(args: readonly WordText[], option: RegExp | undefined): Unwrapped | undefined {
  if (!option) return undefined;
  for (const [at, { text, fixed }] of args.entries()) {
    const equals = text.startsWith("--") ? text.indexOf("=") : -1;
    if (equals > 0 && option.test(text.slice(0, equals)))
      return { script: { text: text.slice(equals + 1), fixed } };
    const script = args[at + 1];
    if (option.test(text)) return script ? { script } : { open: true };
  }
  return undefined;
}

function unwrapDaemon(args: readonly WordText[]): Unwrapped | undefined {
  const end = args.findIndex(({ text }) => text === "--");
  const options = end < 0 ? args : args.slice(0, end);
  const programs = options.flatMap((word, at): WordText[] => {
    if (/^--(?:exec|startas)=/.test(word.text))
      return [{ ...word, text: word.text.slice(word.text.indexOf("=") + 1) }];
    const next = options[at + 1];
    return next && /^(?:-[a-zA-Z]*[xa]|--exec|--startas)$/.test(word.text) ? [next] : [];
  });
  const [inner, ...others] = programs.map((program) => [program, ...(end < 0 ? [] : args.slice(end + 1))]);
  return inner ? { inner, ...(others.length > 0 ? { others } : {}) } : undefined;
}

function unwrapStarter(
  name: string,
  args: readonly WordText[],
  options: StarterOptions,
): Unwrapped | undefined {
  const assigns: string[] = [];
  let at = 0;
  let sawEnd = false;
  for (; at < args.length; at += 1) {
    const { text, fixed } = args[at] as WordText;
    if (!sawEnd && text === "--") sawEnd = true;
    else if (!sawEnd && text.startsWith("-") && text !== "-") {
      if (!fixed) return { open: true };
      // A command line in one word, which env takes apart by rules of its own.
      if (name === "env" && /^(?:-[a-zA-Z0-9]*S|--split-string)/.test(text)) return { open: true };
      if (name === "command" && /^-[a-zA-Z]*[vV]/.test(text)) return undefined;
      if (takesValue(text, options)) at += 1;
    } else if (name === "env" && text === "-" && !sawEnd) continue;
    else if (options.assigns === true && /^[A-Za-z_]\w*=/.test(text)) assigns.push(text);
    else break;
  }
  at += options.words ?? 0;
  const inner = args.slice(at);
  if (inner.length === 0) {
    // Without a program: sudo may start a shell, xargs echoes, the others print or do nothing.
    return STARTS_SHELL.has(name) ? { open: true } : undefined;
  }
  if (name === "watch")
    return {
      script: { text: inner.map((word) => word.text).join(" "), fixed: inner.every((word) => word.fixed) },
    };
  return {
    inner,
    plain: options.plain === true,
    ...(name === "xargs" ? { more: true } : {}),
    ...(assigns.length > 0 ? { assigns } : {}),
  };
}

function takesValue(option: string, { valued = "", longValued = [] }: StarterOptions): boolean {
  if (option.startsWith("--")) return !option.includes("=") && longValued.includes(option.slice(2));
  // In a bundle such as -nE the first letter that takes a value ends it: the value is the rest or the next word.
  for (let i = 1; i < option.length; i += 1)
    if (valued.includes(option[i] ?? "")) return i === option.length - 1;
  return false;
}

function unwrapShell(args: readonly WordText[]): Unwrapped | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const { text, fixed } = args[at] as WordText;
    // A script whose name is not known, or that is made on the spot: `bash <(…)`.
    if (!fixed && !text.startsWith("-")) return { open: true };
    if (
      text === "--rcfile" ||
      text === "--init-file" ||
      text === "-O" ||
      text === "+O" ||
      text === "-o" ||
      text === "+o"
    )
      at += 1;
    else if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) {
      // `bash -c` takes the first word that is no option.
      const script = args.slice(at + 1).find((word) => !/^[-+]./.test(word.text));
      return script ? { script } : { open: true };
    } else if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(text)) return { open: true };
    else if (text === "/dev/stdin") return { open: true };
    else if (!/^[-+]/.test(text)) return undefined;
  }
  // It reads what to run from its input.
  return { open: true };
}

/** Whether an interpreter is given no program: neither a file, nor a text behind an option, nor only a question about itself. */
function runsInput(name: string, args: readonly WordText[]): boolean {
  for (let at = 0; at < args.length; at += 1) {
    const { text } = args[at] as WordText;
    if (text === "-" || text === "/dev/stdin") return true;
    if (name === "php" && text === "-r") return false;
    if (/^-[WXIr]$|^--(?:require|import|loader)$/.test(text)) at += 1;
    else if (!text.startsWith("-") || /^-[a-zA-Z]*[cemnpEvVh]|^--(?:eval|print|test|version|help)/.test(text))
      return false;
  }
  return true;
}

function unwrapTrap(args: readonly WordText[]): Unwrapped | undefined {
  const rest = args[0]?.text === "--" ? args.slice(1) : args;
  const [action] = rest;
  if (!action || rest.length < 2 || action.text === "-" || action.text === "" || action.text.startsWith("-"))
    return undefined;
  return { script: action };
}

function unwrapFind(name: string, args: readonly WordText[]): Unwrapped | undefined {
  const starts = name === "find" ? /^-(?:exec|execdir|ok|okdir)$/ : /^(?:-x|-X|--exec|--exec-batch)$/;
  const all: WordText[][] = [];
  let open = false;
  for (let at = 0; at < args.length; at += 1) {
    if (!starts.test(args[at]?.text ?? "")) continue;
    const rest = args.slice(at + 1);
    const end = rest.findIndex(({ text }) => text === ";" || text === "+");
    const inner = end < 0 ? rest : rest.slice(0, end);
    if (inner.length === 0) open = true;
    else all.push(inner);
    at += inner.length;
  }
  const [inner, ...others] = all;
  if (open) return { open };
  return inner ? { inner, more: true, ...(others.length > 0 ? { others } : {}) } : undefined;
}
