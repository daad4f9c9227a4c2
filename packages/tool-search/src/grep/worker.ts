import { parentPort } from "node:worker_threads";
import { runTask } from "./worker-task.js";
import type { WorkerTask } from "./worker-messages.js";

parentPort?.on("message", (task: WorkerTask) => {
  void runTask(task).then((answer) => parentPort?.postMessage(answer));
});
