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
/** The first word is a pattern or a program, not a file. */
const SKIPS_FIRST = new Set(["grep", "egrep", "fgrep", "rg", "sed", "awk", "chmod", "chown", "chgrp", "jq"]);
const READS_AFTER_FIRST = new Set(["grep", "egrep", "fgrep", "rg", "awk"]);

export interface PathArgument {
  readonly path: string;
  readonly write: boolean;
}

/** The files that a well-known program names in its arguments, as far as they are fixed. */
export function pathArguments(words: readonly WordText[]): PathArgument[] {
  const name = baseName(words[0]?.text ?? "");
  const args = words.slice(1);
  if (name === "dd")
    return args.flatMap(({ text }) =>
      /^(?:if|of)=./.test(text) ? [{ path: text.slice(3), write: text.startsWith("of=") }] : [],
    );
  const write =
    WRITES.has(name) || (name === "sed" && args.some(({ text }) => /^(?:-[a-zA-Z]*i|--in-place)/.test(text)));
  if (!write && !READS.has(name) && !READS_AFTER_FIRST.has(name) && name !== "sed") return [];
  const end = args.findIndex(({ text }) => text === "--");
  const plain = args.filter(
    ({ text }, index) => (end >= 0 && index > end) || (text !== "--" && !text.startsWith("-")),
  );
  const files =
    SKIPS_FIRST.has(name) && !args.some(({ text }) => /^-(?:e|f)/.test(text)) ? plain.slice(1) : plain;
  // A file whose source is only read is one that is copied.
  return files.flatMap(({ text, fixed }, index) => {
    if (text === "" || (!fixed && /[$`]/.test(text))) return [];
    const copied = (name === "cp" || name === "rsync" || name === "install") && index < files.length - 1;
    return [{ path: text, write: write && !copied }];
  });
}
