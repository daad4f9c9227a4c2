/** Bytes of text beyond which terminals drop the sequence: some keep 100,000 characters of base64, none less than this. */
export const OSC52_MOST = 74_000;

/** What `screen` takes in one device control string. */
const SCREEN_PIECE = 700;

/**
 * The sequences that put text into the clipboard of the person's own terminal, also from afar (OSC 52, xterm's control
 * sequences). Within tmux both forms are sent: which one counts depends on its settings. Undefined when the text is too
 * long for it.
 */
export function osc52(text: string, env: NodeJS.ProcessEnv): string | undefined {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > OSC52_MOST) return undefined;
  const plain = `\x1b]52;c;${bytes.toString("base64")}\x07`;
  if (env["TMUX"] !== undefined) return `${plain}\x1bPtmux;${plain.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;
  if (env["STY"] === undefined) return plain;
  const pieces = plain.match(new RegExp(`[\\s\\S]{1,${SCREEN_PIECE}}`, "g")) ?? [];
  return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join("");
}
