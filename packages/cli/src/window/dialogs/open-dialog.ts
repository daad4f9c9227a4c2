import type { Component } from "@earendil-works/pi-tui";
import type { WindowHost } from "../types.js";

const standing = new WeakSet<WindowHost>();

/**
 * Opens a dialog and waits for what becomes of it: what `done` was called with. Undefined when it was closed without an
 * answer, and at once when another dialog stands open.
 */
export async function openDialog<T>(
  host: WindowHost,
  make: (done: (answer: T | undefined) => void) => Component,
): Promise<T | undefined> {
  if (standing.has(host)) return undefined;
  standing.add(host);
  let close: (() => void) | undefined;
  try {
    return await new Promise<T | undefined>((resolve) => {
      close = host.open(make(resolve));
    });
  } finally {
    close?.();
    standing.delete(host);
  }
}
