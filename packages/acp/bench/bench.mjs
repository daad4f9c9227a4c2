// Figures of `mm -acp` against their goals. Needs a build. Runs are interleaved with the floor, a bare Node process that
// answers one line, because a busy machine moves both. Usage: npm run bench:acp [-- rounds]
import { spawnSync } from "node:child_process";
import { BARE, MM, childCpu, environment, median, newHome, rss, start } from "./agent.mjs";

const rounds = Number(process.argv[2] ?? 15);
const home = newHome();
const say = (name, value, goal) => console.log(`${name.padEnd(44)} ${value.padStart(24)}   ${goal}`);

const wall = { bare: [], mm: [] };
const cpu = { bare: [], mm: [] };
for (let i = 0; i < rounds; i += 1) {
  for (const [name, args] of [
    ["bare", [BARE]],
    ["mm", [MM, "-acp"]],
  ]) {
    const before = childCpu();
    const from = performance.now();
    const agent = start(args, home);
    await agent.initialize();
    wall[name].push(performance.now() - from);
    await agent.end();
    cpu[name].push(childCpu() - before);
  }
}
const ratio = (of) => (of(wall.mm) / of(wall.bare)).toFixed(2);
const least = (values) => Math.min(...values);
say(
  "spawn to initialize, ratio to the floor",
  `${ratio(median)} (fastest ${ratio(least)})`,
  "goal 1.7, gate 2.0",
);
say(
  "spawn to initialize, fastest",
  `${least(wall.mm).toFixed(0)} ms, floor ${least(wall.bare).toFixed(0)} ms`,
  "",
);
say("CPU of start and end, least", `${least(cpu.mm)} ms, floor ${least(cpu.bare)} ms`, "");

const agent = start([MM, "-acp"], home);
await agent.initialize();
const first = performance.now();
const session = await agent.newSession();
const firstMs = performance.now() - first;
await agent.ask("session/prompt", { sessionId: session, prompt: [{ type: "text", text: "hello" }] });
const held = rss(agent.pid);
const opened = [];
const more = 20;
for (let i = 0; i < more; i += 1) {
  const from = performance.now();
  await agent.newSession();
  opened.push(performance.now() - from);
}
await new Promise((resolve) => setTimeout(resolve, 300));
const idle = (rss(agent.pid) - held) / more;
say("session/new, the first (loads the runtime)", `${firstMs.toFixed(0)} ms`, "");
say("session/new, median of the next", `${median(opened).toFixed(0)} ms`, "goal 25 ms");
say("memory after a turn", `${held.toFixed(0)} MiB`, "goal 70 MiB");
say("memory of an idle session", `${idle.toFixed(2)} MiB`, "goal below 2 MB");
await agent.end();

const words = 20_000;
const long = newHome(words);
const added = { print: [], acp: [] };
let updates = 0;
for (let i = 0; i < 5; i += 1) {
  for (const [name, run] of [
    ["print", print],
    ["acp", turn],
  ]) {
    const before = childCpu();
    await run(long);
    const withWords = childCpu() - before;
    await run(home);
    added[name].push(withWords - (childCpu() - before - withWords));
  }
}
const [print_, acp] = [median(added.print), median(added.acp)];
say(
  `a turn of ${words} deltas, CPU`,
  `${acp} ms, -p ${print_} ms (${(((acp - print_) / print_) * 100).toFixed(0)} %)`,
  "goal at most 25 % over -p",
);
say("updates sent for them", String(updates), "");

async function turn(at) {
  const agent = start([MM, "-acp"], at);
  await agent.initialize();
  const sessionId = await agent.newSession();
  await agent.ask("session/prompt", { sessionId, prompt: [{ type: "text", text: "hello" }] });
  if (at === long) updates = agent.counted.updates;
  await agent.end();
}

async function print(at) {
  spawnSync(process.execPath, [MM, "-p", "hello"], { env: environment(at), cwd: at });
}
