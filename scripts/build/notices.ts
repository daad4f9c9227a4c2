import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i;

/** The folder of the package a bundled file comes from: the nearest one with a name, at or below `node_modules`. */
function packageOf(file: string): string | undefined {
  for (let folder = dirname(file); folder.includes("node_modules"); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as Manifest).name !== undefined)
      return folder;
  }
  return undefined;
}

/** The licence texts from a file's own folder up to its package: vendored code brings its own. */
function licencesOf(file: string, root: string): string[] {
  const found: string[] = [];
  for (let folder = dirname(file); folder.startsWith(root); folder = dirname(folder))
    for (const name of readdirSync(folder)) if (LICENCE.test(name)) found.push(join(folder, name));
  return found;
}

/** Texts of licences whose packages come without one. */
const SHORT: Readonly<Record<string, string>> = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
};

/** The file's name, beside the bundle. */
export const NOTICES_FILE = "THIRD-PARTY-NOTICES.txt";
const HEAD = "The files beside this one contain code of the packages below, under their own licences.\n";
const BETWEEN = `\n${"-".repeat(80)}\n\n`;

/** The notices of every package whose code is among the files; undefined when there is none. Throws for an unknown licence. */
export function noticesOf(inputs: Iterable<string>): string | undefined {
  const packages = new Map<string, Set<string>>();
  const built = new Set<string>();
  for (const input of inputs) {
    const file = resolve(input.replace(/^[\w-]+:/, ""));
    // A package of the workspace as it is published: its notices hold what is bundled in it.
    if (existsSync(join(dirname(file), NOTICES_FILE))) built.add(join(dirname(file), NOTICES_FILE));
    const root = packageOf(file);
    if (root === undefined) continue;
    const texts = packages.get(root) ?? new Set();
    for (const licence of licencesOf(file, root)) texts.add(licence);
    packages.set(root, texts);
  }
  const parts = [...built].flatMap((file) => readFileSync(file, "utf8").split(BETWEEN).slice(1));
  parts.push(...own(packages));
  return parts.length === 0
    ? undefined
    : [HEAD, ...new Set(parts.toSorted((a, b) => (a < b ? -1 : 1)))].join(BETWEEN);
}

function own(packages: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...packages].map(([root, files]) => {
    const {
      name = root,
      version = "",
      license,
    } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
    const texts = [...files].map((file) => readFileSync(file, "utf8").trim());
    const text = texts.length > 0 ? texts.join("\n\n") : SHORT[license ?? ""];
    if (license === undefined || text === undefined)
      throw new Error(`${name} is bundled and its licence is not known`);
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
}

/**
 * Writes `THIRD-PARTY-NOTICES.txt` beside an esbuild bundle: name, version and licence of every package whose code is in it.
 * The build fails for one that names no licence.
 */
export function notices(): Plugin {
  return {
    name: "third-party-notices",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        const text = noticesOf(Object.keys(metafile?.inputs ?? {}));
        if (text === undefined) return;
        const { outdir = "dist" } = build.initialOptions;
        mkdirSync(outdir, { recursive: true });
        writeFileSync(join(outdir, NOTICES_FILE), text);
      });
    },
  };
}
