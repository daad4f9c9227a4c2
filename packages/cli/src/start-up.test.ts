import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnv, messageEvents, runMm, startModelServer, tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";

const BIN = join(import.meta.dirname, "../dist/bin.js");

interface Loaded {
  /** Files, without the folders in front of `dist` and `node_modules`. */
  readonly files: string[];
  /** Modules of Node itself. */
  readonly builtins: string[];
  readonly stdout: string;
}

/** Runs the built mm and says what it loaded: V8's coverage names every script, Node's own list its built-in ones. */
async function load(args: readonly string[]): Promise<Loaded> {
  const home = tempFolder();
  const list = join(home, "builtins.json");
  const hook = join(home, "hook.cjs");
  writeFileSync(
    hook,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)));`,
  );
  mkdirSync(join(home, "coverage"));
  const run = await runMm(args, {
    home,
    env: { NODE_V8_COVERAGE: join(home, "coverage"), NODE_OPTIONS: `-r ${hook}` },
  });
  expect(run.stderr).toBe("");
  const files = readdirSync(join(home, "coverage")).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(home, "coverage", name), "utf8")) as {
      result: { url: string }[];
    };
    return result.map(({ url }) => url).filter((url) => url.startsWith("file:") && !url.endsWith("hook.cjs"));
  });
  return {
    files: files.map((url) =>
      url.replace(/^.*\/(?=packages\/|node_modules\/)/, "").replace(/-[\w-]{8}\.js$/, ".js"),
    ),
    builtins: (JSON.parse(readFileSync(list, "utf8")) as string[]).map((name) =>
      name.replace("NativeModule ", ""),
    ),
    stdout: run.stdout,
  };
}
const of = (loaded: Loaded, part: RegExp): string[] => loaded.files.filter((file) => part.test(file));
/** On Node 20 its own fetch costs 300 ms and 39 MiB. */
const UNDICI = "internal/deps/undici/undici";

it("--version and --help load nothing of the runtime", async () => {
  for (const flag of ["--version", "--help"]) {
    const loaded = await load([flag]);
    expect(loaded.files.filter((file) => !file.startsWith("packages/cli/dist/"))).toEqual([]);
    expect(loaded.files.length).toBeLessThanOrEqual(4);
    for (const name of ["http", "child_process", "crypto", UNDICI])
      expect(loaded.builtins).not.toContain(name);
  }
});

it("-p loads what one turn needs, and an SDK only with the first request to its API", async () => {
  const chunk = (delta: object, finish: string | null = null) =>
    JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
  const server = await startModelServer([
    { stream: [chunk({ content: "Hi" }), chunk({}, "stop"), "[DONE]"] },
  ]);
  const openai = await load(["-p", "go", "--base-url", `${server.url}/v1`, "-m", "m"]);
  expect(openai.stdout).toBe("Hi\n");
  // Two chunks hold all of it. What runs a tool comes with its first call.
  expect(openai.files.map((file) => file.replace("packages/cli/dist/", "")).toSorted()).toEqual([
    "about.js",
    "base.js",
    "bin.js",
    "main.js",
    "start.js",
  ]);
  for (const name of [UNDICI, "https", "tls", "zlib"]) expect(openai.builtins).not.toContain(name);
  await server.close();

  const claude = await startModelServer([{ stream: messageEvents([{ text: ["Hi"] }]) }]);
  const anthropic = await load(["-p", "go", "--provider", "anthropic", "--base-url", claude.url, "-m", "m"]);
  expect(anthropic.stdout).toBe("Hi\n");
  expect(of(anthropic, /dist\/sdk/)).toHaveLength(1);
  expect(anthropic.builtins).not.toContain(UNDICI);
  await claude.close();
});

it("-p with a scripted model loads no SDK", async () => {
  const home = tempFolder();
  const model = join(home, "model.json");
  writeFileSync(model, JSON.stringify({ turns: [{ text: "Hi" }] }));
  const loaded = await load(["-p", "go", "--provider", "scripted", "-m", model]);
  expect(loaded.stdout).toBe("Hi\n");
  expect(of(loaded, /dist\/sdk/)).toEqual([]);
  for (const name of [UNDICI, "http"]) expect(loaded.builtins).not.toContain(name);
});

it("keeps compiled code in the person's own cache folder, where Node can", () => {
  const home = tempFolder();
  const { status } = spawnSync(process.execPath, [BIN, "tools"], { env: cleanEnv(home), cwd: home });
  expect(status).toBe(0);
  const [major = 0] = process.versions.node.split(".").map(Number);
  expect(readdirSync(home).includes(".cache")).toBe(major >= 22);
});
