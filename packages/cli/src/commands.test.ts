import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnv, runMm, tempFolder, type RunOptions } from "@mm-agent/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { COMMANDS } from "./commands/table.js";
import { OPTIONS } from "./args/options.js";
import { helpFor } from "./help.js";

let cwd: string;
beforeEach(() => void (cwd = tempFolder()));
const mm = (args: string[], options: RunOptions = {}) => runMm(args, { cwd, ...options });

describe("mm call", () => {
  it("prints the text and exits by the result", async () => {
    expect(await mm(["call", "bash", '{"command":"echo hi"}'])).toMatchObject({
      code: 0,
      stdout: "hi\n",
      stderr: "",
    });
    expect(await mm(["call", "bash", '{"command":"exit 4"}'])).toMatchObject({
      code: 1,
      stdout: "[exit code: exit status 4]\n",
    });
    expect(await mm(["call", "bash", "-"], { input: '{"command":"echo from stdin"}' })).toMatchObject({
      code: 0,
      stdout: "from stdin\n",
    });
  });

  it("reports wrong input, an unknown tool and wrong usage", async () => {
    expect(await mm(["call", "bash", "{}"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("command") as string,
    });
    expect(await mm(["call", "bush", "{}"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("bash") as string,
    });
    for (const args of [
      ["call"],
      ["call", "bash"],
      ["call", "bash", "{}", "{}"],
      ["call", "--batch", "bash"],
    ])
      expect(await mm(args), args.join(" ")).toMatchObject({ code: 2, stdout: "" });
  });

  it("prints the whole result as json", async () => {
    const run = await mm(["call", "bash", '{"command":"echo hi"}', "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      tool: "bash",
      ok: true,
      code: null,
      text: "hi\n",
      title: "echo hi",
      kind: "execute",
      input: { command: "echo hi" },
      changes: [],
      locations: [],
    });
  });

  it("runs a batch in order, in one session, with one line for each line", async () => {
    const lines = [
      '{"tool":"bash","input":{"command":"echo one"}}',
      "not json",
      "",
      '{"input":{}}',
      '{"tool":"bash","input":{"command":"exit 2"}}',
    ];
    const run = await mm(["call", "--batch"], { input: `${lines.join("\n")}\n` });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const results = run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(results.map((r) => [r["tool"], r["ok"], r["code"]])).toEqual([
      ["bash", true, null],
      [null, false, "invalid_input"],
      [null, false, "invalid_input"],
      ["bash", false, "exit"],
    ]);
    expect(Object.keys(results[0] ?? {})).toEqual([
      "tool",
      "ok",
      "code",
      "text",
      "title",
      "kind",
      "changes",
      "locations",
      "ms",
    ]);
  });

  it("turns the stop of the loop detector into a code and counts anew", async () => {
    const line = '{"tool":"bash","input":{"command":"echo same"}}\n';
    const run = await mm(["call", "--batch"], { input: line.repeat(8) });
    const codes = run.stdout
      .trimEnd()
      .split("\n")
      .map((text) => (JSON.parse(text) as { code: unknown }).code);
    expect(codes).toEqual([null, null, null, null, null, "loop", null, null]);
  });
});

describe("a plugin that misbehaves", () => {
  const withPlugin = async (body: string, args: string[]) => {
    writeFileSync(join(cwd, "p.mjs"), body);
    writeFileSync(join(cwd, "mm.yaml"), "plugins:\n  - use: ./p.mjs\n");
    return mm([...args, "--config", "mm.yaml"]);
  };
  const tool = (run: string): string =>
    `export default { apiVersion: 1, name: "p", setup: () => ({ tools: [{ name: "p", kind: "think", description: "A test tool.", input: { type: "object", properties: {} }, run: ${run} }] }) };`;

  it("cannot end mm with a success", async () => {
    for (const body of ["process.exit(0);", tool("() => process.exit(0)")]) {
      const run = await withPlugin(body, ["call", "p", "{}"]);
      expect(run.code).toBe(1);
      expect(run.stderr).toContain("ended in the middle of the work");
    }
  });

  it("that never answers is told, when nothing is left to wait for", async () => {
    const run = await withPlugin(tool("() => new Promise(() => {})"), ["call", "p", "{}"]);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("never answered");
  });

  it("that waits for ever ends with an interrupt", async () => {
    writeFileSync(join(cwd, "p.mjs"), tool("() => new Promise(() => setInterval(() => {}, 1000))"));
    writeFileSync(join(cwd, "mm.yaml"), "plugins:\n  - use: ./p.mjs\n");
    const run = await mm(["call", "p", "{}", "--config", "mm.yaml"], {
      started: (child) => void setTimeout(() => child.kill("SIGTERM"), 1500),
    });
    expect(run).toMatchObject({ code: 143, stdout: "[p: cancelled, but it did not end in time]\n" });
  });

  it("cannot write into the results, nor take the work with it", async () => {
    const body = `console.log("noise"); setTimeout(() => { throw new Error("late"); }, 1); Promise.reject(new Error("lost"));\n${tool('async () => { process.stdout.write("more noise"); await new Promise((r) => setTimeout(r, 50)); return "fine"; }')}`;
    const run = await withPlugin(body, ["call", "p", "{}"]);
    expect(run).toMatchObject({ code: 0, stdout: "fine\n" });
    expect(run.stderr).toMatch(/noise[^]*the work goes on: Error: late/);
  });

  it("cannot read the keys", async () => {
    writeFileSync(join(cwd, "p.mjs"), tool("() => `[${process.env.OPENAI_API_KEY ?? ''}]`"));
    writeFileSync(join(cwd, "mm.yaml"), "plugins:\n  - use: ./p.mjs\n");
    const run = await mm(["call", "p", "{}", "--config", "mm.yaml"], {
      env: { OPENAI_API_KEY: "sk-1234567890" },
    });
    expect(run.stdout).toBe("[]\n");
  });
});

it("says so when the output cannot be written", () => {
  const bin = join(import.meta.dirname, "../dist/bin.js");
  const { status, stderr } = spawnSync("bash", ["-c", `"$0" "$1" tools > /dev/full`, process.execPath, bin], {
    cwd,
    env: cleanEnv(cwd),
  });
  expect(status).toBe(1);
  expect(stderr.toString()).toContain("the output could not be written");
});

it("says so when the working folder is gone", () => {
  const bin = join(import.meta.dirname, "../dist/bin.js");
  const gone = `mkdir gone && cd gone && rmdir ../gone && "$0" "$1" tools`;
  const { status, stderr } = spawnSync("bash", ["-c", gone, process.execPath, bin], {
    cwd,
    env: cleanEnv(cwd),
  });
  expect(status).toBe(2);
  expect(stderr.toString()).toContain("the working folder does not exist any more");
});

describe("mm tools", () => {
  it("lists what the model sees, within 3,000 tokens, and why a tool is absent", async () => {
    const { tools, absent } = JSON.parse((await mm(["tools", "--json"])).stdout) as {
      tools: { name: string; description: string; input: unknown }[];
      absent: { name: string; reason: string }[];
    };
    expect(tools.map((tool) => tool.name)).toContain("bash");
    const declared = tools.map(({ name, description, input }) =>
      JSON.stringify({ type: "function", function: { name, description, parameters: input } }),
    );
    // Four characters to a token is the usual estimate for English and JSON.
    expect(declared.join("").length / 4).toBeLessThan(3000);
    expect(absent).toContainEqual(
      expect.objectContaining({ name: "webmd", reason: "fetchContentTool is not true" }),
    );
    expect((await mm(["tools"])).stdout).toMatch(/^bash {2}\(execute, bash/m);
  });

  it("takes a third-party plugin and names a broken one", async () => {
    writeFileSync(
      join(cwd, "hello.mjs"),
      'export default { apiVersion: 1, name: "hello", setup: () => ({ tools: [{ name: "hello", kind: "think", description: "Greets you.", input: { type: "object", properties: {} }, run: () => "hello there" }] }) };',
    );
    writeFileSync(join(cwd, "mm.yaml"), "plugins:\n  - use: ./hello.mjs\n  - use: ./missing.mjs\n");
    const run = await mm(["call", "hello", "{}", "--config", "mm.yaml"]);
    expect(run).toMatchObject({ code: 0, stdout: "hello there\n" });
    expect(run.stderr).toMatch(/plugin missing \(.*mm\.yaml:3\) is not loaded/);
  });
});

describe("mm config", () => {
  it("shows each value and where it comes from, without secrets", async () => {
    const home = tempFolder();
    mkdirSync(join(home, "config/mm"), { recursive: true });
    writeFileSync(
      join(home, "config/mm/config.yaml"),
      "maxOutput: 5000\nheaders:\n  authorization: Bearer abcdefgh12345\n",
    );
    const run = await mm(["config", "--model", "m1"], { home, env: { MM_PROVIDER: "ollama" } });
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^maxOutput +5000 +\(.*config\.yaml:1\)$/m);
    expect(run.stdout).toMatch(/^model +"m1" +\(--model\)$/m);
    expect(run.stdout).toMatch(/^provider +"ollama" +\(MM_PROVIDER\)$/m);
    expect(run.stdout).toMatch(/^mode +"yolo" +\(default\)$/m);
    expect(run.stdout).not.toContain("abcdefgh12345");
  });

  it("warns about an unknown key with file, line and the nearest known one, and goes on", async () => {
    writeFileSync(join(cwd, "mm.yaml"), "maxOuput: 10\n");
    const run = await mm(["config", "--config", "mm.yaml"]);
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/mm\.yaml:1: .*maxOuput.*maxOutput/);
  });
});

describe("mm demo", () => {
  it("finds and mends the bug with the real tools and shows the diff", async () => {
    const run = await mm(["demo"]);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toContain("no model is asked");
    expect(run.stdout).toContain(
      " 7 -   return `${minutes}:${rest}`;\n 7 +   return `${minutes}:${pad(rest)}`;",
    );
    expect(run.stdout).toContain("both tests pass");
    const folder = /bug: (\S+)/.exec(run.stdout)?.[1] ?? "";
    expect(readFileSync(join(folder, "src/duration.js"), "utf8")).toContain("pad(rest)}`;\n}");
  });
});

describe("mm --help and --version", () => {
  it("answer", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    for (const flag of ["--version", "-v", "version"])
      expect(await mm([flag])).toMatchObject({ code: 0, stdout: `mm ${version}\n` });
    for (const flag of ["--help", "-h", "help"]) expect((await mm([flag])).stdout).toBe(helpFor(undefined));
    expect((await mm(["call", "--help"])).stdout).toBe(helpFor("call"));
    expect((await mm(["help", "tools"])).stdout).toBe(helpFor("tools"));
  });

  it("name every sub-command and every flag", () => {
    for (const name of Object.keys(COMMANDS)) expect(helpFor(undefined)).toContain(`mm ${name}`);
    const everything = [undefined, ...Object.keys(COMMANDS)].map((name) => helpFor(name)).join(" ");
    for (const name of Object.keys(OPTIONS)) expect(everything).toContain(`--${name}`);
    for (const line of helpFor(undefined).split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });
});
