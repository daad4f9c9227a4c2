import { parentPort, workerData } from "node:worker_threads";
import { convert } from "../convert/convert.js";
import type { ConvertOptions } from "../convert/options.js";

const { html, options } = workerData as { html: string; options: ConvertOptions };
parentPort?.postMessage(convert(html, options));
