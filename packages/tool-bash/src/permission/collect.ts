import type { Assignment, Command, HereDoc, HereString, Redirect, Redirection, SyntaxNode } from "unbash";
import { assignedBy, noteEvaluation } from "./evaluation.js";
import { readGit } from "./git.js";
import { namesSet, runsNames, runsUnseen } from "./unseen.js";
import { baseName, unwrap, type Unwrapped } from "./wrappers.js";
import { isSafeVariable, mayReachPrograms } from "./variables.js";
import { mayBecomeOption, quoteWord, wordText, type WordText } from "./word-text.js";

/** One program that a command runs. */
interface SimpleCommand {
  readonly words: readonly WordText[];
  /** What is judged: the words with quotes only where they are needed. */
  readonly text: string;
  /** Other spellings of it. */
  readonly also: readonly string[];
}

interface Redirected {
  readonly path: WordText;
  readonly write: boolean;
}

/** What a command line does, as far as its text tells. */
export interface Collected {
  readonly commands: SimpleCommand[];
  readonly redirects: Redirected[];
  /** Folders it changes to, when they are fixed; undefined entries are unknown ones. */
  readonly folders: (string | undefined)[];
  /** Set when something runs that the text does not show. */
  open: boolean;
  /** Set when all of it is one program with fixed words: nothing around it can change what an answer to it covers. */
  simple?: boolean;
  /** Bash computes: then the value of a variable may itself be run. */
  computes?: boolean;
  /** A variable is given a text that could be run in that way. */
  crafted?: boolean;
}

interface Parser {
  parse(source: string): SyntaxNode & { readonly errors?: readonly unknown[] | undefined };
  forEachChild(node: SyntaxNode, callback: (child: SyntaxNode) => void): void;
}

const HERE: WordText = { text: "<<<", fixed: true };

/** Builtins that do the same with every argument. */
const ONLY_PRINTS: ReadonlySet<string> = new Set(["echo", ":", "true", "false"]);

/** Shell texts inside shell texts are followed this deep. */
const DEEPEST = 8;

/** Collects every program, redirection and change of folder in a shell text, also in texts that it hands to a shell. */
export function collect(source: string, parser: Parser, into: Collected, depth = 0): void {
  if (depth > DEEPEST) {
    into.open = true;
    return;
  }
  const script = (text: WordText): void => {
    if (text.fixed) collect(text.text, parser, into, depth + 1);
    else into.open = true;
  };
  const visit = (node: SyntaxNode): void => {
    if ("errors" in node && (node.errors?.length ?? 0) > 0) into.open = true;
    // A substitution whose text the parser could not read.
    if (node.type === "CommandExpansion" || node.type === "ProcessSubstitution")
      if (node.script === undefined) into.open = true;
    noteEvaluation(node, into);
    const set = assignedBy(node);
    if (set && mayReachPrograms(set.slice(0, set.indexOf("=")))) add(into, [{ text: set, fixed: true }], []);
    if (node.type === "Redirect") addRedirect(node, into);
    if (node.type === "Command") addCommand(node, source, into, script);
    parser.forEachChild(node, visit);
  };
  const parsed = parser.parse(source);
  if (depth === 0) into.simple = isSimple(parsed);
  visit(parsed);
  if (into.computes === true && into.crafted === true) into.open = true;
}

function isSimple(parsed: SyntaxNode): boolean {
  const [only, ...others] = parsed.type === "Script" ? parsed.commands : [];
  if (others.length > 0 || only?.command.type !== "Command" || only.background === true) return false;
  const { name, args, prefix, redirects } = only.command;
  return (
    name !== undefined &&
    prefix.length === 0 &&
    redirects.length === 0 &&
    [name, ...args].every((word) => wordText(word).fixed)
  );
}

function addRedirect({ operator, target }: Redirect, into: Collected): void {
  if (!target) {
    into.open = true;
    return;
  }
  const path = wordText(target);
  const duplicates = operator === "<&" || operator === ">&";
  if (duplicates && /^\d*-?$/.test(path.text)) return;
  if (duplicates && !path.fixed) {
    into.open = true;
    return;
  }
  into.redirects.push({ path, write: operator !== "<" && operator !== "<&" });
}

function addCommand(
  command: Command,
  source: string,
  into: Collected,
  script: (text: WordText) => void,
): void {
  const assigns = command.prefix.filter((node): node is Assignment => node.type === "Assignment");
  if (!command.name) {
    for (const assign of assigns)
      if (mayReachPrograms(assign.name)) add(into, [{ text: assign.text, fixed: true }], []);
    return;
  }
  const words = [wordText(command.name), ...command.args.map(wordText)];
  const written = source.slice(command.pos, command.end);
  const unsafe = assigns.filter((assign) => !isSafeVariable(assign.name));
  if (unsafe.length > 0)
    add(into, [...assigns.map((assign) => ({ text: assign.text, fixed: true })), ...words], [written]);
  const before = assigns.map((assign) => assign.text);
  addWords(
    words,
    into,
    script,
    command.redirects,
    before.length > 0 ? [[...before, plain(words)].join(" "), written] : [written],
  );
}

/** Judges one program and, where it starts another one, that one as well. */
function addWords(
  words: readonly WordText[],
  into: Collected,
  script: (text: WordText) => void,
  redirects: readonly Redirection[],
  also: readonly string[],
): void {
  const [program] = words;
  if (!program) return;
  if (!program.fixed || program.text === "") into.open = true;
  // What a word becomes may be what a rule forbids: `x=push; git $x`, `rm -r{f,} d`.
  if (!ONLY_PRINTS.has(program.text) && words.slice(1).some(mayBecomeOption)) into.open = true;
  if (runsUnseen(words) || program.text.includes("{}")) into.open = true;
  for (const set of namesSet(words))
    if (mayReachPrograms(set)) add(into, [{ text: `${set}=…`, fixed: true }], []);
  noteFolder(words, into);
  if (baseName(program.text) === "git") {
    const git = readGit(words);
    if (git.unseen) into.open = true;
    add(into, words, [plain([{ ...program, text: "git" }, ...git.words.slice(1)]), ...also]);
    return;
  }
  const inner = unwrap(words);
  if (inner?.open === true) {
    const given = inputOf(redirects);
    if (given) script(given);
    else into.open = true;
  }
  if (inner?.runsInput === true) {
    // The program it runs is part of what is judged, so that an answer to the bare name covers no other program.
    const given = inputOf(redirects);
    if (given) {
      add(into, [...words, HERE, given], [plain(words), ...also]);
      return;
    }
    into.open = true;
  }
  if (inner?.plain !== true || !inner.inner) add(into, words, also);
  if (inner?.script) script(inner.script);
  if (inner?.inner) addInner(words, inner, into, script, redirects, also);
}

function addInner(
  outer: readonly WordText[],
  { inner = [], others = [], plain: adds, more, assigns = [] }: Unwrapped,
  into: Collected,
  script: (text: WordText) => void,
  redirects: readonly Redirection[],
  also: readonly string[],
): void {
  if (assigns.some((assign) => !isSafeVariable(assign.slice(0, assign.indexOf("="))))) add(into, outer, also);
  for (const program of [inner, ...others]) {
    if (more === true && runsNames(program)) into.open = true;
    // What find appends are paths below the folders it is given; what comes from the input can be anything.
    if (more === true && !/^(?:find|fd|fdfind)$/.test(baseName(outer[0]?.text ?? ""))) into.open = true;
    // What is appended at run time is shown, so that an answer to the bare program does not cover it.
    const shown =
      more !== true || program.at(-1)?.text === "{}" ? program : [...program, { text: "{}", fixed: false }];
    const words = more === true ? shown.map(asName) : shown;
    const spellings = adds === true ? [plain(outer), ...also] : more === true ? [plain(program)] : [];
    addWords(words, into, script, redirects, spellings);
  }
}

/** What stands for the name of a file that is found. */
function asName(word: WordText): WordText {
  return word.text.includes("{}") ? { ...word, fixed: false, becomes: "paths" } : word;
}

function add(into: Collected, words: readonly WordText[], also: readonly string[]): void {
  const text = words.map((word) => quoteWord(word.text)).join(" ");
  const [program, ...args] = words;
  const short =
    program && program.text.includes("/")
      ? [plain([{ ...program, text: baseName(program.text) }, ...args])]
      : [];
  const spellings = new Set([plain(words), ...short, ...also.map((spelling) => spelling.trim())]);
  spellings.delete(text);
  into.commands.push({ words, text, also: [...spellings] });
}

function plain(words: readonly WordText[]): string {
  return words.map((word) => word.text).join(" ");
}

function noteFolder(words: readonly WordText[], into: Collected): void {
  const name = words[0]?.text;
  if (name !== "cd" && name !== "pushd") return;
  const target = words.slice(1).find((word) => !/^-[LPe@n]+$/.test(word.text) && word.text !== "--");
  into.folders.push(target?.fixed === true && target.text !== "-" ? target.text : undefined);
}

/** What a shell without a script reads: a here-document or a here-string, when its text is fixed. */
function inputOf(redirects: readonly Redirection[]): WordText | undefined {
  const last = redirects.findLast(
    (redirect) =>
      (redirect.descriptor === undefined ||
        (redirect.descriptor.type === "FileDescriptor" && redirect.descriptor.value === 0)) &&
      (redirect.type !== "Redirect" || redirect.operator.startsWith("<")),
  );
  if (last?.type === "HereDoc") return hereText(last);
  return last?.type === "HereString" ? hereString(last) : undefined;
}

function hereText({ delimiter, body }: HereDoc): WordText {
  const fixed = delimiter?.quoted === true || (body.parts ?? []).every((part) => part.type === "Literal");
  return { text: body.text, fixed };
}

function hereString({ target }: HereString): WordText | undefined {
  return target ? wordText(target) : undefined;
}
