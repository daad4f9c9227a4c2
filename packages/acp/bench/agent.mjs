import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const MM = fileURLToPath(new URL("../../cli/dist/bin.js", import.meta.url));
export const BARE = fileURLToPath(new URL("bare.mjs", import.meta.url));
const CLIENT = { clientInfo: { name: "bench", version: "1" }, clientCapabilities: {} };

/** A home whose configuration has a scripted model that says `words` words. */
export function newHome(words = 1) {
  const home = mkdtempSync(join(tmpdir(), "mm-acp-bench-"));
  mkdirSync(join(home, "c", "mm"), { recursive: true });
  const script = join(home, "script.json");
  writeFileSync(script, JSON.stringify({ turns: [{ text: "word ".repeat(words), loop: true }] }));
  writeFileSync(join(home, "c", "mm", "config.yaml"), `provider: scripted\nmodel: ${script}\n`);
  return home;
}

export function environment(home) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, "c"),
    XDG_STATE_HOME: join(home, "s"),
  };
}

/** Starts an agent and speaks to it. */
export function start(args, home) {
  const child = spawn(process.execPath, args, {
    env: environment(home),
    cwd: home,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map();
  const counted = { updates: 0, longest: 0 };
  let next = 1;
  let rest = "";
  child.stdout.on("data", (chunk) => {
    rest += chunk;
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      counted.longest = Math.max(counted.longest, line.length);
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
    counted,
    ask,
    initialize: () => ask("initialize", { protocolVersion: 1, ...CLIENT }),
    newSession: async () => (await ask("session/new", { cwd: home, mcpServers: [] })).result.sessionId,
    end: () =>
      new Promise((resolve) => {
        child.on("exit", resolve);
        child.stdin.end();
      }),
  };
}

/** MiB of memory a process holds. */
export function rss(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

/** Milliseconds of CPU time of all children that have ended. */
export function childCpu() {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
