import type { Style } from "../output/style.js";
import type { Out } from "../output/write.js";
import type { CompletionSource } from "../interactive/completion.js";
import type { History } from "../interactive/history.js";
import type { Notify } from "../interactive/notify.js";

export interface AppOptions {
  readonly out: Out;
  readonly style: Style;
  readonly cwd: string;
  readonly previewLines: number;
  readonly whileRunning: "cancel" | "steer";
  readonly notify: Notify;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly history: History;
  readonly source: CompletionSource;
}
