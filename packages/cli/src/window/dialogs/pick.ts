import type { WindowHost } from "../types.js";
import { openDialog } from "./open-dialog.js";
import { Picker, type Picked, type PickOptions } from "./picker.js";

/** Shows a list and waits for the choice; undefined when it was closed. */
export function pick<T>(host: WindowHost, options: PickOptions<T>): Promise<Picked<T> | undefined> {
  return openDialog<Picked<T>>(host, (done) => new Picker(host, options, done));
}
