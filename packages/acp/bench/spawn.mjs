import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

export const MM = fileURLToPath(new URL("../../cli/dist/bin.js", import.meta.url));
export const BARE = fileURLToPath(new URL("bare.mjs", import.meta.url));
const CLIENT = { clientInfo: { name: "bench", version: "1" }, clientCapabilities: {} };

export function newHome() {
  return mkdtempSync(join(tmpdir(), "mm-acp-bench-"));
}

/** Starts an agent and speaks to it; `counted` are the updates and bytes that came. */
export function start(args, home = newHome()) {
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, "c"), XDG_STATE_HOME: join(home, "s") };
  const child = spawn(process.execPath, args, { env, cwd: home, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  let next = 1;
  let rest = "";
  const counted = { updates: 0, bytes: 0 };
  child.stdout.on("data", (chunk) => {
    rest += chunk;
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      counted.bytes += line.length;
      if (message.method === "session/update") counted.updates += 1;
      else waiting.get(message.id)?.(message);
    }
  });
  const ask = (method, params) =>
    new Promise((resolve) => {
      waiting.set(next, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: next++, method, params })}\n`);
    });
  return {
    pid: child.pid,
    home,
    counted,
    ask,
    initialize: () => ask("initialize", { protocolVersion: 1, ...CLIENT }),
    end: () =>
      new Promise((resolve) => {
        child.on("exit", resolve);
        child.stdin.end();
      }),
  };
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
