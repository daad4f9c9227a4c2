import { parentPort } from "node:worker_threads";
import { runTask } from "./worker-task.js";
import type { WorkerTask } from "./worker-messages.js";

const port = parentPort;
port?.on("message", (task: WorkerTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  void runTask(task).then((answer) => port.postMessage(answer));
});
