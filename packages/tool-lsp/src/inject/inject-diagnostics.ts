import { extname } from "node:path";
import { startDeadline, type AfterToolInfo, type Hooks, type Logger } from "@mm-agent/core";
import type { ResolvedServer } from "../config/types.js";
import type { Session } from "../tool/types.js";

export interface InjectOptions {
  readonly servers: readonly ResolvedServer[];
  readonly open: () => Promise<Session>;
  /** The longest an edit is held up, in milliseconds. */
  readonly waitMs: number;
  readonly log: Logger;
}

/** A hook that appends errors an edit brought in. It gives up after `waitMs` and never fails the edit. */
export function injectDiagnostics(options: InjectOptions): NonNullable<Hooks["afterTool"]> {
  const extensions = new Set(options.servers.flatMap((server) => server.extensions));
  return async (info: AfterToolInfo) => {
    const { result, ctx } = info;
    const changed = (result.changes ?? []).filter(
      (change) => change.after !== null && extensions.has(extname(change.path)),
    );
    if (result.ok === false || changed.length === 0 || ctx.signal.aborted) return undefined;
    const deadline = startDeadline(options.waitMs, ctx.signal);
    const { signal } = deadline;
    const gaveUp = new Promise<undefined>((done) =>
      signal.addEventListener("abort", () => done(undefined), { once: true }),
    );
    try {
      const work = import("./errors-after-edit.js").then(async ({ errorsAfterEdit }) =>
        errorsAfterEdit({
          ctx,
          session: await options.open(),
          paths: changed.map((change) => change.path),
          waitMs: options.waitMs,
          signal,
        }),
      );
      work.catch((error: unknown) => options.log.debug("lsp: no diagnostics for an edit", String(error)));
      const append = await Promise.race([work.catch(() => undefined), gaveUp]);
      return append === undefined ? undefined : { append };
    } finally {
      deadline.end();
    }
  };
}
