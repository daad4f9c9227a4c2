// Speed, memory and start-up of the built converter, beside the plain unified pipeline, on made-up pages.
// usage: npm run build && node bench/bench.mjs [seconds per measurement]
import { fork } from "node:child_process";

const WORDS =
  "the page of a model reads text and links in lists or tables while code stays as it was written".split(" ");

function page(bytes) {
  let seed = 7;
  const next = (n) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
  const words = (n) => Array.from({ length: n }, () => WORDS[next(WORDS.length)]).join(" ");
  const inline = () =>
    `${words(12)} <strong>${words(2)}</strong> ${words(6)} <a class="l" href="/p/${next(999)}?a=1&amp;b=2">${words(3)}</a>, <code>f(${next(9)})</code> ${words(15)}.`;
  const item = () => `<li class="item item-${next(9)}"><span class="t">${inline()}</span></li>`;
  const row = () => `<tr><td>${words(3)}</td><td>${next(999)}</td><td>${inline()}</td></tr>`;
  const parts = [
    () => `<p class="text">${inline()} ${inline()}</p>`,
    () => `<h2 id="s${next(999)}">${words(4)}</h2>`,
    () => `<ul>\n${item()}\n${item()}\n${item()}\n</ul>`,
    () =>
      `<table><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead><tbody>\n${row()}\n${row()}\n</tbody></table>`,
    () => `<pre><code class="language-js">const a = ${next(99)};\nif (a &lt; 3) b(a);\n</code></pre>`,
    () => `<div class="sidebar"><ul>${item()}${item()}</ul></div>`,
    () => `<script>var x = ${JSON.stringify(words(60))};</script>`,
    () =>
      `<div class="wrap"><div class="inner"><p>${inline()}</p><img src="/i/${next(99)}.png" alt="${words(3)}"></div></div>`,
  ];
  let html = "<!doctype html><html><head><title>Bench</title></head><body><main>";
  while (html.length < bytes) html += `\n${parts[next(parts.length)]()}`;
  return `${html}</main></body></html>`;
}

const PIPELINES = {
  webmd: async () => {
    const { convert } = await import("../dist/index.js");
    return (html) => convert(html, { baseUrl: "https://site.example/" });
  },
  "rehype-remark": async () => {
    const { unified } = await import("unified");
    const processor = unified()
      .use((await import("rehype-parse")).default)
      .use((await import("rehype-remark")).default)
      .use((await import("remark-gfm")).default)
      .use((await import("remark-stringify")).default)
      .freeze();
    return (html) => String(processor.processSync(html));
  },
};

async function measure({ name, bytes, seconds }) {
  const html = page(bytes);
  const start = performance.now();
  const convert = await PIPELINES[name]();
  const load = performance.now() - start;
  const cold = performance.now();
  convert(html);
  const first = performance.now() - cold;
  const before = process.cpuUsage();
  const begin = performance.now();
  let rounds = 0;
  do {
    convert(html);
    rounds++;
  } while (performance.now() - begin < seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  const rss = process.resourceUsage().maxRSS / 1024;
  return { load, first, speed: (html.length * rounds) / (user + system), rss };
}

if (process.env.WEBMD_BENCH) {
  process.send(await measure(JSON.parse(process.env.WEBMD_BENCH)), () => process.exit(0));
} else {
  const seconds = Number(process.argv[2] ?? 2);
  for (const bytes of [100_000, 1_000_000, 5_000_000]) {
    for (const name of Object.keys(PIPELINES)) {
      const env = { ...process.env, WEBMD_BENCH: JSON.stringify({ name, bytes, seconds }) };
      const child = fork(new URL(import.meta.url), { env });
      const { load, first, speed, rss } = await new Promise((resolve, reject) => {
        child.once("message", resolve);
        child.once("exit", (code) => reject(new Error(`${name} ended with ${code}; is the package built?`)));
      });
      console.log(
        `${(bytes / 1e6).toFixed(1)} MB  ${name.padEnd(14)} load ${load.toFixed(0).padStart(4)} ms  first ${first.toFixed(0).padStart(6)} ms  ` +
          `${speed.toFixed(2).padStart(6)} MB per CPU second  peak ${rss.toFixed(0).padStart(4)} MB`,
      );
    }
  }
}
