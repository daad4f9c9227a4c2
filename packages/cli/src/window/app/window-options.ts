import type { Runtime } from "@mm-agent/agent";
import type { CompletionSource } from "../../interactive/completion.js";
import type { History } from "../../interactive/history.js";
import type { Notify } from "../../interactive/notify.js";
import type { Out } from "../../output/write.js";
import type { Keymap, Theme, Transcript } from "../types.js";
import type { Window } from "./window.js";

export interface WindowOptions {
  readonly out: Out;
  readonly runtime: Runtime;
  readonly theme: Theme;
  readonly keys: Keymap;
  readonly whileRunning: "cancel" | "steer";
  readonly notify: Notify;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly history: History;
  readonly source: CompletionSource;
  /** Reduced motion: no spinner. */
  readonly still: boolean;
  /** What the actions of the keymap do that are dialogs. */
  readonly actions: Readonly<Record<string, (window: Window) => void>>;
  /** `changed`: something is to be drawn anew without an event. */
  createTranscript(changed: () => void): Transcript;
}
