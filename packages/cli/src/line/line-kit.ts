import { startFront, type FrontOptions, type FrontTest } from "../interactive/front-kit.js";

export { KEY } from "../interactive/front-kit.js";
export type LineTest = FrontTest;

/** Starts the built mm in line mode. */
export function startLine(turns: readonly unknown[], options: FrontOptions = {}): Promise<LineTest> {
  return startFront(turns, { ...options, args: ["--line", ...(options.args ?? ["--yolo"])] });
}
