import { setTimeout as sleep } from "node:timers/promises";
import { ScrollView, type Terminal, TuiAltScreen } from "@earendil-works/pi-tui";
import type { EventBody, MmEvent } from "@mm-agent/core";
import { createTranscript } from "../src/window/blocks/create-transcript.js";
import { createTheme } from "../src/window/theme/create-theme.js";

const blocks = Number(process.argv[2] ?? 10_000);
const deltas = 20_000;
let columns = 120;
let written = 0;
const terminal = {
  start: () => {},
  stop: () => {},
  write: (data: string) => void (written += data.length),
  get columns() {
    return columns;
  },
  get rows() {
    return 40;
  },
  kittyProtocolActive: false,
  moveBy: () => {},
  hideCursor: () => {},
  showCursor: () => {},
  clearLine: () => {},
  clearFromCursor: () => {},
  clearScreen: () => {},
  setTitle: () => {},
  setProgress: () => {},
  drainInput: async () => {},
} as unknown as Terminal;

const theme = createTheme({ name: "dark", colours: "truecolor" });
let wanted = false;
const transcript = createTranscript({
  theme: () => theme,
  cwd: "/srv/project",
  previewLines: 10,
  changed: () => void (wanted = true),
});
const tui = new TuiAltScreen(terminal);
tui.setLayoutRoot(new ScrollView(transcript, { follow: "end", primary: true }));
tui.start();

let seq = 0;
const emit = (body: EventBody): void => {
  const event: MmEvent = { v: 1, seq: (seq += 1), at: "2026-01-02T03:04:05.000Z", session: "s", ...body };
  transcript.event(event);
};
const frame = (): void => {
  tui.requestRender();
  tui.renderNow();
};
const cpu = (work: () => void): number => {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
};
const rss = (): string => {
  const mb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  const { rss, heapUsed } = process.memoryUsage();
  globalThis.gc?.();
  return `${mb(rss)}; heap ${mb(heapUsed)}${globalThis.gc ? `, ${mb(process.memoryUsage().heapUsed)} live` : ""}`;
};
const say = (what: string, value: string): void => console.log(`${what.padEnd(58)} ${value}`);
const ms = (value: number): string => `${value.toFixed(2)} ms`;

say("RSS before", rss());

const PROSE = "The clock **drifts** because `now()` is read twice; the second reading wins. ".repeat(3);
const CODE = "```ts\nexport function tick(at: number): number {\n  return at + 1; // next\n}\n```";
let call = 0;
const fill = (index: number): void => {
  const kind = index % 5;
  const messageId = `m${index}`;
  if (kind === 0)
    emit({ type: "turn.start", prompt: `Question ${index}: why does the test fail on line ${index}?` });
  else if (kind === 1) emit({ type: "thought.delta", messageId, text: PROSE.repeat(4) });
  else if (kind === 2)
    emit({
      type: "text.delta",
      messageId,
      text: `${PROSE}\n\n- one ${index}\n- two\n\n${index % 3 === 0 ? CODE : PROSE}`,
    });
  else {
    const callId = `c${(call += 1)}`;
    const title = `npm test -- --grep ${index}`;
    emit({ type: "tool.planned", callId, tool: "bash", title, kind: "execute", input: {}, plan: { title } });
    const changes =
      kind === 4
        ? [
            {
              path: "/srv/project/src/a.ts",
              added: 1,
              removed: 1,
              patch: "@@ -1,3 +1,3 @@\n a\n-const b = 1;\n+const b = 2;\n c\n",
            },
          ]
        : [];
    const text = Array.from(
      { length: 50 },
      (_value, line) => `${index} line ${line} of the output of a test`,
    ).join("\n");
    emit({
      type: "tool.done",
      callId,
      tool: "bash",
      title,
      ok: true,
      text,
      changes,
      ms: 1200,
      echo: "preview",
    });
  }
};
say(
  `taking ${blocks} blocks, without a frame (CPU)`,
  ms(
    cpu(() => {
      for (let index = 0; index < blocks; index += 1) fill(index);
    }),
  ),
);
say("first frame (CPU)", ms(cpu(frame)));
const settle = async (): Promise<number> => {
  const begin = process.cpuUsage();
  for (let waits = 0; waits < 60_000; waits += 1) {
    if (wanted) frame();
    wanted = false;
    const [first = ""] = transcript.render(columns);
    if (!first.includes("earlier blocks") || first.includes("click")) break;
    await sleep(1);
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
};
say("the rest, in pauses (CPU)", ms(await settle()));
say("rows", String(transcript.render(columns).length));
say("RSS with all of it laid out", rss());

const words = "and then the clock is read once more, which is what makes it **drift**; ".split(" ");
let text = 0;
emit({ type: "turn.start", prompt: "go on" });
const piece = (): string => {
  text += 1;
  if (text % 400 === 0) return "\n\n```ts\nconst a = 1;\n```\n\n";
  if (text % 60 === 0) return "\n\n";
  return `${words[text % words.length] ?? ""} `;
};
const times: number[] = [];
let total = 0;
for (let index = 0; index < deltas; index += 1) {
  const begin = performance.now();
  total += cpu(() => {
    emit({ type: "text.delta", messageId: "long", text: piece() });
    frame();
  });
  times.push(performance.now() - begin);
  // Each frame is a job of its own: within one, nothing that a WeakRef named is given back.
  await new Promise((done) => setImmediate(done));
}
times.sort((a, b) => a - b);
const at = (part: number): string => ms(times[Math.floor((deltas - 1) * part)] ?? 0);
say(`${deltas} deltas, a frame each: half, 99 %, most below`, `${at(0.5)}, ${at(0.99)}, ${at(1)}`);
say("CPU of one such frame", ms(total / deltas));
say("RSS after the deltas", rss());
emit({ type: "message.done", messageId: "long", text: "" });

for (let index = 0; index < 30; index += 1) fill(index);
frame();
const idle = cpu(() => {
  for (let index = 0; index < 200; index += 1) frame();
});
say("CPU of a frame in which nothing changed", ms(idle / 200));

for (const width of [100, 60, 140]) {
  columns = width;
  const begin = performance.now();
  frame();
  const first = performance.now() - begin;
  say(`first frame in ${width} columns`, ms(first));
  const longest = await longestPause(() => settle());
  say("  the rest, in pauses (CPU); the longest pause", `${ms(longest.value)}; ${ms(longest.ms)}`);
}
say(
  "unfold all: first frame (CPU)",
  ms(
    cpu(() => {
      transcript.toggle("all");
      frame();
    }),
  ),
);
await settle();
transcript.toggle("all");
frame();
await settle();
say("RSS at the end", rss());
tui.stop({ preserveScreen: true });
say("written to the terminal", `${(written / 1024 / 1024).toFixed(1)} MB`);

/** The longest time in which the event loop did not come round. */
async function longestPause<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  let last = performance.now();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, performance.now() - last);
    last = performance.now();
  }, 1);
  const value = await work();
  clearInterval(timer);
  return { value, ms: most };
}
