import type { ConfigKey } from "@mm-agent/agent";
import type { Mode } from "@mm-agent/core";
import type { WindowHost } from "../types.js";

type Value = string | number | boolean;

/** A setting of the settings screen. */
export interface SettingSpec {
  readonly key: ConfigKey;
  readonly does: string;
  /** Values to choose from, with what each means; absent for a number. */
  readonly values?: readonly { readonly value: Value; readonly means?: string }[];
  /** For a number: the least one. */
  readonly least?: number;
  read(host: WindowHost): Value | undefined;
  /** Makes it hold in the open session; absent: it counts from the next start on, or where the window takes it up. */
  apply?(host: WindowHost, value: Value): void;
}

const SWITCH = [
  { value: true, means: "on" },
  { value: false, means: "off" },
] as const;

/** The settings of the screen, in their order; the model has a screen of its own. */
export const SETTINGS: readonly SettingSpec[] = [
  {
    key: "theme",
    does: "Colours of the window",
    values: [
      { value: "auto", means: "as bright as the terminal's background" },
      { value: "dark" },
      { value: "light" },
      { value: "contrast", means: "strong colours only" },
    ],
    read: ({ runtime }) => runtime.config.theme,
  },
  {
    key: "mode",
    does: "What runs without a question",
    values: [
      { value: "ask", means: "edits, commands and other changes ask" },
      { value: "edits", means: "file edits inside the folder run, the rest asks" },
      { value: "yolo", means: "nothing asks" },
      { value: "plan", means: "only reading, searching, fetching and thinking" },
    ],
    read: ({ session }) => session.mode,
    apply: ({ session }, value) => session.set({ mode: value as Mode }),
  },
  {
    key: "thinking",
    does: "How much the model thinks",
    values: [{ value: "off" }, { value: "low" }, { value: "medium" }, { value: "high" }],
    read: ({ session }) => session.thinking,
    apply: ({ session }, value) => session.set({ thinking: value as "off" | "low" | "medium" | "high" }),
  },
  {
    key: "whileRunning",
    does: "Enter while a turn runs",
    values: [
      { value: "cancel", means: "cancels it and asks this instead" },
      { value: "steer", means: "the message joins the next request" },
    ],
    read: ({ runtime }) => runtime.config.whileRunning,
  },
  {
    key: "notify",
    does: "How a waiting question is told",
    values: [
      { value: "bell", means: "the terminal's bell" },
      { value: "osc9", means: "a notification (iTerm2, kitty, WezTerm, ghostty)" },
      { value: "osc777", means: "a notification (urxvt, foot, ghostty)" },
      { value: "off", means: "not at all" },
    ],
    read: ({ runtime }) => runtime.config.notify,
  },
  {
    key: "previewLines",
    does: "Lines of output that are shown",
    least: 0,
    read: ({ runtime }) => runtime.config.previewLines,
  },
  {
    key: "reducedMotion",
    does: "Nothing moves by itself",
    values: SWITCH,
    read: ({ runtime }) => runtime.config.reducedMotion,
  },
  {
    key: "screenReader",
    does: "Line mode instead of the window",
    values: SWITCH,
    read: ({ runtime }) => runtime.config.screenReader,
  },
  {
    key: "ui",
    does: "What mm opens with",
    values: [
      { value: "auto", means: "the window where the terminal can show one" },
      { value: "window" },
      { value: "line", means: "line mode" },
    ],
    read: ({ runtime }) => runtime.config.ui,
  },
];
