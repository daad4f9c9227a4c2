import { readSwitch } from "./clean.js";
import { setValue, type Draft } from "./draft.js";
import { showValue } from "./show.js";
import type { LoadConfigOptions } from "./types.js";

const TEXTS = { MM_PROVIDER: "provider", MM_MODEL: "model", MM_BASE_URL: "baseUrl", MM_LOG: "log" } as const;

/** Lays the environment over the draft. An empty variable counts as unset. */
export function applyEnv(draft: Draft, env: LoadConfigOptions["env"]): void {
  for (const [name, key] of Object.entries(TEXTS)) {
    const value = env[name];
    if (value) setValue(draft, [key], value, { kind: "env", name });
  }
  const yolo = env["MM_YOLO"];
  if (!yolo) return;
  const wanted = yolo === "1" ? true : yolo === "0" ? false : readSwitch(yolo);
  if (wanted === undefined) {
    draft.warnings.push({
      key: "yolo",
      message: `MM_YOLO: ${showValue(yolo)} is not 1, 0, true or false; using ask`,
    });
  }
  draft.mode = wanted === true ? "yolo" : "ask";
  draft.modeSource = { kind: "env", name: "MM_YOLO" };
}
