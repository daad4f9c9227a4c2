/** Thoughts that stand in the text between tags. */
export interface Thoughts {
  /** `answer` is the text behind the closing tag, once it is there. */
  push(text: string): { readonly thought: string; readonly answer?: string };
  /** What is left when the reply ends inside the thoughts. */
  end(): { readonly thought: string; readonly text: string };
}

/**
 * Reads up to the closing tag. One in inline code is a mention and closes nothing; what follows it is given back as
 * text if no other one comes, for an answer must not be lost. `quiet`: in the middle of a message nothing is shown before the
 * tag is closed, for it may be a mention itself.
 */
export function createThoughts(close: string, quiet: boolean): Thoughts {
  let pending = "";
  let code = false;
  let behindMention: string | undefined;
  const kept: string[] = [];

  const take = (text: string): string => {
    for (const char of text) {
      if (char === "`") code = !code;
      else if (char === "\n") code = false;
    }
    if (behindMention !== undefined) behindMention += text;
    if (!quiet) return text;
    kept.push(text);
    return "";
  };

  return {
    push(text) {
      let buffer = pending + text;
      pending = "";
      const shown: string[] = [];
      for (;;) {
        const at = buffer.indexOf(close);
        if (at < 0) break;
        shown.push(take(buffer.slice(0, at)));
        if (!code) return { thought: [...kept, ...shown].join(""), answer: buffer.slice(at + close.length) };
        behindMention ??= "";
        shown.push(take(close));
        buffer = buffer.slice(at + close.length);
      }
      let keep = Math.min(close.length - 1, buffer.length);
      while (keep > 0 && !close.startsWith(buffer.slice(buffer.length - keep))) keep -= 1;
      pending = buffer.slice(buffer.length - keep);
      shown.push(take(buffer.slice(0, buffer.length - keep)));
      return { thought: shown.join("") };
    },
    end() {
      const rest = take(pending);
      if (quiet) return { thought: "", text: `${close.replace("/", "")}${kept.join("")}` };
      return { thought: rest, text: (behindMention ?? "").slice(close.length) };
    },
  };
}
