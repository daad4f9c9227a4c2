import { execFileSync } from "node:child_process";

const LINES = 20_000;

/** Each case runs cold, in a process of its own, as in a session: most files are compared once. */
export async function benchDiff(load) {
  const cases = [
    ["1 line", 100],
    ["100 lines", 200],
    ["1000 lines", 200],
    ["10000 lines", 800],
    ["10000 deleted", 800],
    ["5000 moved", 800],
    ["every line", 800],
    ["no anchors", 800],
    ["1 span", 60],
    ["100 spans", 150],
  ];
  console.log(`diff of ${LINES} lines, cold, with the patch text        CPU ms   goal   lines`);
  for (const [name, goal] of cases) {
    const out = execFileSync(
      process.execPath,
      [import.meta.filename, name, load("diff"), load("patch"), load("spans")],
      { encoding: "utf8" },
    );
    const { ms, changed } = JSON.parse(out);
    console.log(
      `${name.padEnd(52)} ${String(ms).padStart(7)} ${String(goal).padStart(6)} ${String(changed).padStart(7)} ${ms > goal ? "OVER" : ""}`,
    );
  }
}

function make(name) {
  const line = (i, mark = "") => `  const value${i} = compute(${i * 7}, "some text")${mark};\n`;
  const before = Array.from({ length: LINES }, (_, i) =>
    i % 10 === 9 ? "\n" : i % 10 === 8 ? "}\n" : line(i),
  );
  let after = [...before];
  const count = Number.parseInt(name, 10);
  if (name.includes("lines") || name === "1 line")
    for (let k = 0; k < count; k += 1) after[Math.floor((k * LINES) / count)] = line(k, " // new");
  else if (name.includes("deleted")) after = after.filter((_, i) => i % 2 === 0);
  else if (name.includes("moved"))
    after = [
      ...before.slice(0, 2000),
      ...before.slice(7000, 17_000),
      ...before.slice(2000, 7000),
      ...before.slice(17_000),
    ];
  else if (name === "every line") after = before.map((_, i) => line(i, " // new"));
  else if (name === "no anchors") return ["a\nb\nc\n".repeat(LINES / 3), "c\na\na\nb\n".repeat(LINES / 4)];
  return [before.join(""), after.join("")];
}

if (process.argv[1] === import.meta.filename) {
  const [name, diff, patch, spansModule] = process.argv.slice(2);
  const { diffLines } = await import(diff);
  const { formatPatch } = await import(patch);
  const { hunksFromSpans } = await import(spansModule);
  const [before, after] = make(name);
  const spans = [];
  if (name.includes("span")) {
    const count = Number.parseInt(name, 10);
    for (let k = 0; k < count; k += 1) {
      const start = before.indexOf("compute", Math.floor((k * before.length) / count));
      spans.push({ start, end: start + 7, text: "calculate" });
    }
  }
  const start = process.cpuUsage();
  const result = spans.length > 0 ? hunksFromSpans(before, spans) : diffLines(before, after);
  formatPatch(result.hunks);
  const used = process.cpuUsage(start);
  console.log(
    JSON.stringify({
      ms: Math.round((used.user + used.system) / 1000),
      changed: result.added + result.removed,
    }),
  );
}
