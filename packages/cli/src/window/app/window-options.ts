import type { EffectiveConfig } from "@mm-agent/agent";
import type { CompletionSource } from "../../interactive/completion.js";
import type { History } from "../../interactive/history.js";
import type { Notify } from "../../interactive/notify.js";
import type { Out } from "../../output/write.js";
import type { TakeUp } from "../dialogs/settings.js";
import type { Keymap, Theme, Transcript } from "../types.js";

/** What can be changed while the window is open. */
export interface WindowSettings {
  whileRunning: "cancel" | "steer";
  notify: Notify;
  /** Reduced motion: no spinner. */
  still: boolean;
  /** A cancel by Esc gives back to the editor what waits to be sent. */
  readonly recall: true;
}

export interface WindowOptions {
  readonly out: Out;
  /** The session's folder. */
  readonly cwd: string;
  readonly config: EffectiveConfig;
  readonly theme: Theme;
  readonly keys: Keymap;
  readonly settings: WindowSettings;
  /** Takes up a setting that was changed; true when it holds at once. */
  readonly takeUp: TakeUp;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly history: History;
  readonly source: CompletionSource;
  /** `changed`: something is to be drawn anew without an event. */
  createTranscript(changed: () => void): Transcript;
}
