import { visibleText } from "../output/visible-text.js";

/** How a person is told that mm waits: the config key `notify`. */
export type Notify = "bell" | "osc9" | "osc777" | "off";

/** A turn that took this long ends with a notification, in milliseconds. */
export const LONG_TURN_MS = 10_000;

/** The bytes that tell the terminal; empty for `off` and on a dumb terminal. */
export function notification(
  kind: Notify,
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (kind === "off" || env["TERM"] === "dumb") return "";
  if (kind === "bell") return "\x07";
  const message = visibleText(text).replaceAll(";", ",").slice(0, 200);
  const sequence = kind === "osc9" ? `\x1b]9;${message}\x07` : `\x1b]777;notify;mm;${message}\x07`;
  // tmux keeps such sequences to itself unless they are wrapped; where passthrough is off it drops them.
  return env["TMUX"] ? `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}\x1b\\` : sequence;
}
