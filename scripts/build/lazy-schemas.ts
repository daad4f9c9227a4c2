import { readFile } from "node:fs/promises";
import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

const FILE = /[\\/]@agentclientprotocol[\\/]sdk[\\/]dist[\\/]v1[\\/]schema[\\/]zod\.gen\.js$/;
/** Helpers for elicitation answers, which mm does not use; they build schemas when they are loaded. */
const GUARDS = /[\\/]@agentclientprotocol[\\/]sdk[\\/]dist[\\/]v1[\\/]schema[\\/]guards\.gen\.js$/;
const EXPORT = /^export const (z[A-Z]\w*) = /gm;

/**
 * Makes each of the SDK's message schemas by its first use. The SDK builds all 178 of them when it is loaded, which
 * takes twice as long as the rest of a start; `initialize` needs a dozen. Every `export const zX = <schema>;` becomes a
 * function that keeps what it made, and what is exported has the one method that the SDK calls.
 */
export const lazySchemas: Plugin = {
  name: "lazy-schemas",
  setup(build) {
    build.onLoad({ filter: GUARDS }, async ({ path }) => ({
      contents: Array.from(
        (await readFile(path, "utf8")).matchAll(/^export const \w+/gm),
        ([head]) => `${head} = undefined;`,
      ).join("\n"),
      loader: "js",
    }));
    build.onLoad({ filter: FILE }, async ({ path }) => ({
      contents: rewrite(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};

function rewrite(source: string): string {
  const code = source.replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
  const starts = [...code.matchAll(EXPORT)];
  const names = new Set(starts.map(([, name]) => name ?? ""));
  if (names.size < 100) throw new Error("the SDK's schemas do not look as expected: see lazy-schemas.ts");
  const head = code.slice(0, starts[0]?.index ?? 0);
  const parts = starts.map((start, at) => {
    const from = start.index + start[0].length;
    const expression = code
      .slice(from, starts[at + 1]?.index ?? code.length)
      .replace(/\/\/# sourceMappingURL.*/, "")
      .trim()
      .replace(/;$/, "");
    const lazy = expression.replaceAll(/\bz[A-Z]\w*\b/g, (word) => (names.has(word) ? `${word}$()` : word));
    const name = start[1] ?? "";
    return `const ${name}$ = once(() => ${lazy});\nexport const ${name} = { parse: (value) => ${name}$().parse(value) };`;
  });
  const once = "const once = (make) => { let made; return () => (made ??= make()); };";
  return `${head}\n${once}\n${parts.join("\n")}\n`;
}
