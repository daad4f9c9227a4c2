/* oxlint-disable no-control-regex */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** Line ends become LF; tabs stay; every other control character is dropped, so that a text cannot press keys. */
export function pastedText(text: string): string {
  if (!CONTROLS.test(text)) return text;
  return (
    text
      // tmux may send the control characters of a paste as keys.
      .replace(/\x1b\[(?:106|109);5u/g, "\n")
      .replace(/\r\n?/g, "\n")
      .replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, "")
      .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, "")
  );
}

/**
 * Two or more line ends with text behind them, in one piece and without any escape: no one types that, so it is a paste
 * from a terminal without bracketed paste.
 */
export function isUnmarkedPaste(text: string): boolean {
  if (text.length < 4 || text.includes("\x1b")) return false;
  return (text.match(/[\r\n](?=[\r\n]*[^\r\n])/g)?.length ?? 0) >= 2;
}
