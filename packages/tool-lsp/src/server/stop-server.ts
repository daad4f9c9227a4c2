import type { Rpc } from "./rpc.js";
import type { ServerProcess } from "./spawn-server.js";

const SHUTDOWN_MS = 2000;
const EXIT_MS = 2000;
const TERM_MS = 1000;

/** Asks a server to end, then makes it: `shutdown`, `exit`, end of stdin, SIGTERM, SIGKILL to its whole group. */
export async function stopServer(process: ServerProcess, rpc: Rpc): Promise<void> {
  const within = (ms: number): Promise<boolean> =>
    new Promise((done) => {
      const timer = setTimeout(() => done(false), ms);
      void process.ended.then(() => {
        clearTimeout(timer);
        done(true);
      });
    });
  if (process.alive()) {
    await rpc.request("shutdown", undefined, { timeoutMs: SHUTDOWN_MS }).catch(() => undefined);
    await rpc.notify("exit", undefined);
    process.stdin.end();
    if (!(await within(EXIT_MS))) {
      process.kill("SIGTERM");
      if (!(await within(TERM_MS))) {
        process.kill("SIGKILL");
        await within(TERM_MS);
      }
    }
  }
  rpc.dispose();
}
