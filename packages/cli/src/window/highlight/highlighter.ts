import type { HLJSApi } from "highlight.js";
import { LANGUAGES } from "./languages.js";

let loading: Promise<void> | undefined;
let loaded: HLJSApi | undefined;
const waiting = new Set<() => void>();

/** The highlighter, once it is there; the first call begins to load it. */
export function highlighter(): HLJSApi | undefined {
  if (!loaded) void loadHighlighter();
  return loaded;
}

/** Loads the highlighter with all its languages. A failure leaves code plain. */
export function loadHighlighter(): Promise<void> {
  loading ??= load().catch(() => {});
  return loading;
}

/** Calls once when the highlighter has come; returns what stops waiting. */
export function onHighlighter(listener: () => void): () => void {
  if (loaded) return () => {};
  waiting.add(listener);
  return () => void waiting.delete(listener);
}

async function load(): Promise<void> {
  const { default: core } = await import("highlight.js/lib/core");
  await Promise.all(
    Object.entries(LANGUAGES).map(async ([name, read]) =>
      core.registerLanguage(name, (await read()).default),
    ),
  );
  loaded = core;
  for (const listener of waiting) listener();
  waiting.clear();
}
