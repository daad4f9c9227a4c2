import { afterEach, beforeEach, expect, test } from "vitest";
import { pluginBench, source } from "./plugin-bench.js";
import { resolvePackage } from "./resolve-package.js";
import { resolveUse } from "./resolve-use.js";

let bench: ReturnType<typeof pluginBench>;
beforeEach(() => {
  bench = pluginBench();
});
afterEach(() => bench.end());

function install(at: string, name: string, manifest: object, file = "index.js", text = source(name)): void {
  bench.put(`${at}/node_modules/${name}/package.json`, JSON.stringify({ name, type: "module", ...manifest }));
  bench.put(`${at}/node_modules/${name}/${file}`, text);
}

test("packages: the config file's folder, then a trusted working directory", async () => {
  install("mm", "one", { version: "1.0.0" });
  install("project", "one", { version: "2.0.0" });
  install(
    "project",
    "@scope/two",
    { version: "3.0.0", exports: { ".": { import: { types: "./x.d.ts", default: "./dist/x.js" } } } },
    "dist/x.js",
    source("two"),
  );
  bench.put("mm/config.yaml", 'plugins: [one, "@scope/two"]\n');
  const loaded = await bench.load({ trusted: true });
  expect(
    loaded.report.filter((entry) => entry.place).map(({ name, version }) => `${name} ${version}`),
  ).toEqual(["one 1.0.0", "two 3.0.0"]);
  const untrusted = await bench.load();
  expect(untrusted.said).toEqual([
    "one: active",
    "@scope/two: failed: the package is not installed; looked from /mm, the working directory and beside mm",
  ]);
});

test("beside mm: a package that mm itself has", () => {
  const context = { configFile: `${bench.top}/mm/config.yaml`, baseDir: bench.cwd, trusted: false };
  expect(resolveUse("yaml", context).file).toContain("node_modules/yaml/");
});

test("what a package exports decides", () => {
  const find = (manifest: object, use = "p", file = "index.js") => {
    install("mm", "p", manifest, file);
    try {
      return resolvePackage(use, `${bench.top}/mm`)?.file.replace(bench.top, "");
    } catch (error) {
      return (error as Error).message.replaceAll(bench.top, "");
    }
  };
  const home = "/mm/node_modules/p";
  expect(find({})).toBe(`${home}/index.js`);
  expect(find({ main: "./lib/m" }, "p", "lib/m.js")).toBe(`${home}/lib/m.js`);
  expect(find({ exports: "./index.js" })).toBe(`${home}/index.js`);
  expect(find({ exports: { require: "./r.cjs", node: { import: "./index.js" } } })).toBe(`${home}/index.js`);
  expect(find({ exports: { "./sub": "./sub.js" } }, "p/sub", "sub.js")).toBe(`${home}/sub.js`);
  expect(find({ exports: { "./sub": "./sub.js" } })).toBe(
    'the package p exports no module "." that can be imported',
  );
  expect(find({ exports: { require: "./index.js" } })).toBe(
    'the package p exports no module "." that can be imported',
  );
  expect(find({ exports: "./dist/index.js" })).toBe(
    `${home}/dist/index.js does not exist; is the package p built?`,
  );
  expect(find({ exports: "../../evil.js" })).toBe("the package p exports a file outside of itself");
  bench.put("mm/node_modules/p/package.json", "{");
  expect(() => resolvePackage("p", `${bench.top}/mm`)).toThrow("is not valid JSON");
  expect(resolvePackage("../mm/node_modules/p", `${bench.top}/mm`)).toBeUndefined();
});
