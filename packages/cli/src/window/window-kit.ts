import { startFront, type FrontOptions, type FrontTest } from "../interactive/front-kit.js";

export { KEY } from "../interactive/front-kit.js";

export interface WindowTest extends FrontTest {
  /** The row at the top, and the row at the bottom. */
  readonly header: () => string;
  readonly footer: () => string;
  /** Waits until nothing runs any more. */
  readonly idle: () => Promise<void>;
  /** What stands in the editor. */
  readonly draft: () => string;
}

const RULE = /^─{8}/;

/** Starts the built mm in the window and waits for its first whole frame. */
export async function startWindow(
  turns: readonly unknown[],
  options: FrontOptions = {},
): Promise<WindowTest> {
  const front = await startFront(turns, options);
  const { screen } = front;
  const rows = options.rows ?? 24;
  await screen.waitFor(/@ scripted[^]*─{8}/);
  return {
    ...front,
    header: () => screen.lines()[0]?.trimEnd() ?? "",
    footer: () => screen.lines()[rows - 1]?.trimEnd() ?? "",
    idle: () => screen.until(() => !screen.lines().join("\n").includes("Esc cancels"), "the end of the turn"),
    draft() {
      const lines = screen.lines();
      const end = lines.findLastIndex((row) => RULE.test(row));
      const start = lines.slice(0, end).findLastIndex((row) => RULE.test(row));
      return lines
        .slice(start + 1, end)
        .map((row) => row.slice(1).trimEnd())
        .join("\n");
    },
  };
}
