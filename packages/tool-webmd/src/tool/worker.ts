import { parentPort, workerData } from "node:worker_threads";
import { convert } from "../convert/convert.js";
import type { ConvertOptions } from "../convert/options.js";

const { html, options } = workerData as { html: string; options: ConvertOptions };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(convert(html, options));
