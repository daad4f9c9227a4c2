// What asking an agent costs: the first question, a warm one, and the memory of an agent's process over 200 of them.
// Usage: npm run build && node packages/tool-ask/bench/run.mjs [questions]
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestContext } from "@mm-agent/core/testing";
import ask from "../dist/index.js";

const MM = join(dirname(fileURLToPath(import.meta.url)), "../../cli/dist/bin.js");
const COUNT = Number(process.argv[2] ?? 200);
const home = mkdtempSync(join(tmpdir(), "mm-ask-bench-"));
writeFileSync(
  join(home, "agent.json"),
  JSON.stringify({ turns: [{ text: "An answer of some words.", loop: true }] }),
);
writeFileSync(join(home, "agent.yaml"), `provider: scripted\nmodel: ${join(home, "agent.json")}\n`);
const env = {
  PATH: process.env.PATH,
  HOME: home,
  XDG_CONFIG_HOME: join(home, "config"),
  XDG_STATE_HOME: join(home, "state"),
  MM_PROBE: "off",
};
const { ctx } = createTestContext({ env });
let pid = 0;
const spawnSelf = (args) => ({ command: process.execPath, args: [MM, ...args], env });
const context = { ...ctx, host: { ...ctx.host, spawnSelf } };
const plugin = await ask.setup({
  ...ctx,
  id: "bench",
  config: { mmConfigs: { a: { config: join(home, "agent.yaml") } } },
  trusted: true,
  notice: (text) => console.error(text),
});
const [tool] = plugin.tools;
const rss = (id) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]) / 1024;
const children = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").filter(Boolean);
const question = async () => {
  const began = performance.now();
  const result = await tool.run({ agent: "a", prompt: "What is it?" }, context);
  if (result.ok === false) throw new Error(result.text);
  return performance.now() - began;
};

const first = await question();
[pid] = children();
const times = [];
const seen = [];
for (let at = 1; at < COUNT; at += 1) {
  times.push(await question());
  if ((at + 1) % 20 === 0) seen.push([at + 1, rss(pid)]);
}
const sorted = times.toSorted((a, b) => a - b);
console.log(`first question: ${first.toFixed(0)} ms (the agent's process starts)`);
console.log(
  `warm question: median ${sorted[sorted.length >> 1].toFixed(1)} ms, 90 % below ${sorted[Math.floor(sorted.length * 0.9)].toFixed(1)} ms`,
);
console.log(
  `memory of the agent's process in MiB: ${seen.map(([at, mib]) => `${at}: ${mib.toFixed(0)}`).join(", ")}`,
);
console.log(`memory of this process: ${rss("self").toFixed(0)} MiB`);
await plugin.dispose();
