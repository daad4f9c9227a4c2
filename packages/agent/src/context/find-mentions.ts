/** `@path`, `@path:10-20` or `@"path with blanks":10-20` in a prompt. */
export interface Mention {
  /** Paths to try, the most likely first: punctuation behind a path may belong to the sentence. */
  readonly paths: readonly string[];
  /** 1-based, inclusive. */
  readonly lines?: { readonly from: number; readonly to: number };
  /** True when nothing but a file can be meant: then it is worth a notice that there is none. */
  readonly sure: boolean;
}

const MENTION = /(?<=^|[\s([{,;])@(?:"([^"\n]+)"(?::(\d+)(?:-(\d+))?)?|([^\s"]+))/g;

/** The files that a prompt mentions, each once, in order. An address such as `me@example.com` is none. */
export function findMentions(text: string): Mention[] {
  const found = new Map<string, Mention>();
  for (const match of text.matchAll(MENTION)) {
    const mention = match[1] === undefined ? bare(match[4] ?? "") : quoted(match[1], match[2], match[3]);
    const key = JSON.stringify([mention.paths[0], mention.lines]);
    if (mention.paths.length > 0 && !found.has(key)) found.set(key, mention);
  }
  return [...found.values()];
}

function quoted(path: string, from: string | undefined, to: string | undefined): Mention {
  return { paths: [path], ...range(from, to), sure: true };
}

function bare(word: string): Mention {
  const [, path = "", from, to, rest = ""] = /^(.*?):(\d+)(?:-(\d+))?([.,;:!?)\]}'"]*)$/.exec(word) ?? [];
  if (path !== "" && rest !== undefined && from !== undefined)
    return { paths: [path], ...range(from, to), sure: true };
  const trimmed = word.replace(/[.,;:!?)\]}'"]+$/, "");
  return { paths: [...new Set([word, trimmed])].filter((candidate) => candidate !== ""), sure: false };
}

function range(from: string | undefined, to: string | undefined): Pick<Mention, "lines"> {
  if (from === undefined) return {};
  const first = Math.max(1, Number(from));
  return { lines: { from: first, to: Math.max(first, Number(to ?? from)) } };
}
