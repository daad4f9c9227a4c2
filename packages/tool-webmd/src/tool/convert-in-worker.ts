import { existsSync } from "node:fs";
import type { ConvertOptions } from "../convert/options.js";

/** Milliseconds that one conversion may take. */
const CONVERT_TIMEOUT = 20_000;
/** MiB of heap; the largest page that is fetched needs about a third. */
const MAX_HEAP = 768;

export type Conversion =
  | { readonly ok: true; readonly markdown: string }
  | { readonly ok: false; readonly reason: string; readonly cancelled?: boolean };

export interface WorkerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  /** MiB of heap. Default 768. */
  readonly memory?: number | undefined;
  /** The worker's module. Default: the built one beside this file. */
  readonly entry?: URL | undefined;
}

/**
 * Converts in a thread of its own, so that no page can hold up or bring down the process: it is ended at the time
 * limit, when it needs too much memory, and when the signal aborts.
 */
export async function convertInWorker(
  html: string,
  options: Omit<ConvertOptions, "handlers">,
  {
    signal,
    timeout = CONVERT_TIMEOUT,
    memory = MAX_HEAP,
    entry = new URL("./convert-worker.js", import.meta.url),
  }: WorkerOptions = {},
): Promise<Conversion> {
  // Run from sources there is no built worker.
  if (!existsSync(entry)) {
    const { convert } = await import("../convert/convert.js");
    return { ok: true, markdown: convert(html, options) };
  }
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(entry, {
    workerData: { html, options },
    stdin: true,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64 },
  });
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  try {
    return await new Promise<Conversion>((resolve) => {
      const fail = (reason: string, cancelled = false) => resolve({ ok: false, reason, cancelled });
      timer = setTimeout(() => fail(`the page took longer than ${timeout / 1000} s to convert`), timeout);
      abort = () => fail("cancelled", true);
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      worker.once("message", (markdown: string) => resolve({ ok: true, markdown }));
      worker.once("error", (error: NodeJS.ErrnoException) =>
        fail(
          error.code === "ERR_WORKER_OUT_OF_MEMORY"
            ? "the page needs too much memory to convert"
            : `the page could not be converted (${error.message})`,
        ),
      );
      worker.once("exit", () => fail("the page could not be converted"));
    });
  } finally {
    clearTimeout(timer);
    if (abort) signal?.removeEventListener("abort", abort);
    await worker.terminate();
  }
}
