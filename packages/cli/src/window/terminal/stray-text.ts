/** Characters that are kept of what comes between two turns of the event loop. */
const LONGEST = 100_000;

export interface StrayText {
  add(text: string): void;
  /** Hands on what has come so far. */
  flush(): void;
}

/** Gathers what others print: a thousand lines that come at once are one block of the transcript, not a thousand. */
export function createStrayText(hand: (text: string) => void): StrayText {
  let pending = "";
  let left = 0;
  let timer: NodeJS.Immediate | undefined;
  const flush = (): void => {
    clearImmediate(timer);
    timer = undefined;
    if (pending === "") return;
    const more = left > 0 ? `\n[${left} more characters were printed]` : "";
    const text = `${pending}${more}`;
    pending = "";
    left = 0;
    hand(text);
  };
  return {
    add(text) {
      const taken = text.slice(0, LONGEST - pending.length);
      pending += taken;
      left += text.length - taken.length;
      timer ??= setImmediate(flush);
    },
    flush,
  };
}
