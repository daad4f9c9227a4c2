import type { Theme } from "../types.js";

/** A theme that can be exchanged while everything that paints holds on to it. */
export interface LiveTheme {
  readonly theme: Theme;
  set(next: Theme): void;
}

export function createLiveTheme(first: Theme): LiveTheme {
  let current = first;
  return {
    theme: new Proxy(first, { get: (_first, key) => Reflect.get(current, key) as unknown }),
    set(next) {
      current = next;
    },
  };
}
