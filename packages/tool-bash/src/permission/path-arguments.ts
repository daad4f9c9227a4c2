import { readGit } from "./git.js";
import type { WordText } from "./word-text.js";
import { baseName } from "./wrappers.js";

/** Whether the words behind a program's options are files, and what it does to them. */
const READS = new Set(
  "cat head tail less more nl tac od xxd hexdump strings wc sort uniq cut paste file stat md5sum sha1sum sha256sum cmp diff comm base64 zcat bat jq".split(
    " ",
  ),
);
const WRITES = new Set(
  "rm rmdir unlink touch mkdir tee truncate mv cp ln install chmod chown chgrp shred rsync".split(" "),
);
/** Their last argument is written, the others are read. */
const COPIES = new Set(["cp", "rsync", "install", "ln"]);
/** The first word is a pattern or a program, not a file. */
const SKIPS_FIRST = new Set(["grep", "egrep", "fgrep", "rg", "sed", "awk", "chmod", "chown", "chgrp", "jq"]);
const READS_AFTER_FIRST = new Set(["grep", "egrep", "fgrep", "rg", "awk"]);

interface PathArgument {
  readonly path: string;
  readonly write: boolean;
}

/** The files that a well-known program names in its arguments. */
interface PathArguments {
  readonly paths: readonly PathArgument[];
  /** True when some of them are known only when it runs: globs, braces, variables. */
  readonly open: boolean;
}

export function pathArguments(words: readonly WordText[]): PathArguments {
  const name = baseName(words[0]?.text ?? "");
  const args = words.slice(1);
  const files = filesOf(name, args);
  return {
    paths: files.flatMap(({ word: { text, fixed, becomes }, write }) => {
      if (text === "" || becomes === "stream" || (!fixed && /[$`]/.test(text))) return [];
      const path = { path: text, write };
      // Whoever reads a folder through reads what is in it.
      return write || !readsFolders(name, args) ? [path] : [path, { path: `${text}/*`, write }];
    }),
    open: files.some(({ word }) => !word.fixed && word.becomes !== "stream"),
  };
}

interface FileWord {
  readonly word: WordText;
  readonly write: boolean;
}

function filesOf(name: string, args: readonly WordText[]): FileWord[] {
  if (name === "dd")
    return args.flatMap((word) =>
      /^(?:if|of)=./.test(word.text)
        ? [{ word: { ...word, text: word.text.slice(3) }, write: word.text.startsWith("of=") }]
        : [],
    );
  const plain = plainWords(args);
  if (name === "git") {
    const [, subcommand, ...rest] = readGit([{ text: name, fixed: true }, ...args]).words;
    const compares = subcommand?.text === "diff" && rest.some(({ text }) => text.startsWith("--no-i"));
    return compares ? plainWords(rest).map((word) => ({ word, write: false })) : [];
  }
  if (name === "tar") {
    // The letters in front may stand without a dash.
    const letters = args[0]?.text.startsWith("-") === false ? plain.slice(1) : plain;
    return letters.map((word) => ({ word, write: false }));
  }
  const write =
    WRITES.has(name) || (name === "sed" && args.some(({ text }) => /^(?:-[a-zA-Z]*i|--in-place)/.test(text)));
  if (!write && !READS.has(name) && !READS_AFTER_FIRST.has(name) && name !== "sed") return [];
  const files =
    SKIPS_FIRST.has(name) && !args.some(({ text }) => /^-(?:e|f)/.test(text)) ? plain.slice(1) : plain;
  return files.flatMap((word, index): FileWord[] => {
    const source = COPIES.has(name) && (index < files.length - 1 || files.length === 1);
    // Through a link a file can be read as well as written.
    if (source && name === "ln")
      return [
        { word, write: false },
        { word, write },
      ];
    return [{ word, write: write && !source }];
  });
}

function plainWords(args: readonly WordText[]): readonly WordText[] {
  const end = args.findIndex(({ text }) => text === "--");
  return args.filter(
    ({ text }, index) => (end >= 0 && index > end) || (text !== "--" && !text.startsWith("-")),
  );
}

function readsFolders(name: string, args: readonly WordText[]): boolean {
  if (name === "tar" || name === "rsync" || name === "rg" || name === "ln" || name === "git") return true;
  if (name === "cp") return args.some(({ text }) => /^(?:-[a-zA-Z]*[rRa]|--recursive|--archive)/.test(text));
  return (
    (name === "diff" || /^[ef]?grep$/.test(name)) &&
    args.some(({ text }) =>
      /^(?:-[a-zA-Z]*[rR]|--(?:dereference-)?recursive|--directories=recurse)/.test(text),
    )
  );
}
