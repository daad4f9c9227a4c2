import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createDispatcher,
  createLoopDetector,
  createPolicy,
  type Mode,
  type Rule,
  type Tool,
} from "@mm-agent/core";
import { createTestContext, testTool } from "@mm-agent/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, serve, type Site } from "../fixtures/serve.js";
import fetchPlugin from "../plugin.js";
import { createFetchTool } from "./fetch-content.js";

let site: Site;
beforeAll(async () => {
  site = await serve({
    "/page": "<title>T</title><nav>n</nav><h1>Hello</h1><p>See <a href='more'>more</a> <s>old</s>.</p>",
    "/table": "<table><tr><th colspan=2>A</th></tr><tr><td>1</td><td>2</td></tr></table>",
    "/empty": "<nav>only navigation</nav>",
    "/moved": answer(301, { Location: "/deep/page" }),
    "/deep/page": "<p><a href='x'>x</a></p>",
    "/json": answer(200, { "Content-Type": "application/json" }, "{}"),
    "/slow": () => {},
    "/robots.txt": answer(200, {}, "User-agent: *\nDisallow: /private\n"),
  });
});
afterAll(() => site.close());

const tool = createFetchTool() as Tool;

async function call(input: Record<string, unknown>, config?: unknown) {
  const { ctx } = createTestContext({ config });
  const plan = await tool.plan?.(input, ctx);
  const result = plan?.refuse ?? (await tool.run(input, ctx, plan));
  if (typeof result === "string") throw new Error("a plain text");
  return { result, plan, ctx, text: result.text.replaceAll(site.origin, "ORIGIN") };
}

test("the Markdown of a page is the answer, with links resolved against its final address", async () => {
  const { text, result } = await call({ url: `${site.origin}/page` });
  expect(text).toBe("# Hello\n\nSee [more](ORIGIN/more) old.\n");
  expect(result.ok).not.toBe(false);
  expect((await call({ url: `${site.origin}/moved` })).text).toBe("[x](ORIGIN/deep/x)\n");
});

test("options change the conversion", async () => {
  const url = `${site.origin}/page`;
  expect((await call({ url, strikethrough: true, baseUrl: "https://b.test/c/" })).text).toBe(
    "# Hello\n\nSee [more](https://b.test/c/more) ~~old~~.\n",
  );
  expect((await call({ url: `${site.origin}/table` })).text).toContain('<th colspan="2">A</th>');
  expect((await call({ url: `${site.origin}/table`, tables: "flatten" })).text).toBe(
    "| A | A |\n| --- | --- |\n| 1 | 2 |\n",
  );
});

test("with output the Markdown is saved and not shown", async () => {
  const { text, result, ctx, plan } = await call({ url: `${site.origin}/page`, output: "docs/new/page.md" });
  const file = join(ctx.cwd, "docs/new/page.md");
  expect(text).toBe(
    `[fetch_content: saved 3 lines of Markdown (${Buffer.byteLength(readFileSync(file))} bytes) from ORIGIN/page to docs/new/page.md — the content is not shown]`,
  );
  expect(readFileSync(file, "utf8")).toBe(`# Hello\n\nSee [more](${site.origin}/more) old.\n`);
  expect(result.locations).toEqual([{ path: file }]);
  expect(result.changes).toHaveLength(1);
  expect(plan).toMatchObject({
    title: `${site.origin}/page → docs/new/page.md`,
    kind: "edit",
    paths: [file],
  });
});

test("a page without content is said to be so, and no file is written", async () => {
  const { text, ctx, result } = await call({ url: `${site.origin}/empty`, output: "e.md" });
  expect(text).toBe(
    "[fetch_content: ORIGIN/empty has no text content once scripts, navigation and ads are removed — nothing saved]",
  );
  expect(result.ok).not.toBe(false);
  expect(existsSync(join(ctx.cwd, "e.md"))).toBe(false);
});

test.each([
  [{ url: "" }, "[fetch_content: error 3 (usage) — the url is empty]", "invalid_input"],
  [
    { url: "ftp://a.test" },
    "[fetch_content: error 3 (usage) — only http and https are supported, not ftp]",
    "invalid_input",
  ],
  [
    { url: "a.test", tables: "pretty" },
    '[fetch_content: error 3 (usage) — tables is "pretty", it can be html or flatten]',
    "invalid_input",
  ],
  [
    { url: "a.test", baseUrl: "/rel" },
    "[fetch_content: error 3 (usage) — baseUrl is not an absolute URL: /rel]",
    "invalid_input",
  ],
])("wrong arguments %j are refused before anybody is asked", async (input, text, code) => {
  const { plan } = await call(input);
  expect(plan?.refuse).toEqual({ text, ok: false, code });
});

test("failures have number, class and reason", async () => {
  expect((await call({ url: `${site.origin}/json` })).text).toBe(
    "[fetch_content: error 1 (conversion) — not an HTML page but application/json]",
  );
  expect((await call({ url: `${site.origin}/none` })).text).toBe(
    "[fetch_content: error 2 (input) — HTTP 404 Not Found]",
  );
  expect((await call({ url: `${site.origin}/private/x` })).text).toBe(
    "[fetch_content: error 2 (input) — robots.txt of ORIGIN forbids ORIGIN/private/x]",
  );
  const { text, result } = await call({ url: `${site.origin}/page` }, { blockPrivate: true });
  expect(text).toBe(
    "[fetch_content: error 2 (input) — 127.0.0.1 is a private address, and those are blocked]",
  );
  expect(result).toMatchObject({ ok: false, code: "unavailable" });
});

test("a file that cannot be written is a conversion error", async () => {
  const { ctx } = createTestContext();
  mkdirSync(join(ctx.cwd, "folder"));
  writeFileSync(join(ctx.cwd, "file"), "x");
  for (const output of ["folder", "file/below.md"]) {
    const result = await tool.run({ url: `${site.origin}/page`, output }, ctx);
    expect(result).toMatchObject({ ok: false });
    expect((result as { text: string }).text).toMatch(
      /^\[fetch_content: error 1 \(conversion\) — the output file cannot be written: /,
    );
  }
});

test("saving through a link writes the file it leads to", async () => {
  const { ctx } = createTestContext();
  writeFileSync(join(ctx.cwd, "real.md"), "old");
  symlinkSync("real.md", join(ctx.cwd, "link.md"));
  await tool.run({ url: `${site.origin}/deep/page`, output: "link.md" }, ctx);
  expect(readFileSync(join(ctx.cwd, "real.md"), "utf8")).toBe(`[x](${site.origin}/deep/x)\n`);
  expect(lstatSync(join(ctx.cwd, "link.md")).isSymbolicLink()).toBe(true);
});

test("a cancelled call ends at once", async () => {
  const abort = new AbortController();
  const { ctx } = createTestContext({ signal: abort.signal });
  setTimeout(() => abort.abort(), 30);
  expect(await tool.run({ url: `${site.origin}/slow` }, ctx)).toEqual({
    text: "[fetch_content: cancelled]",
    ok: false,
    code: "cancelled",
  });
});

async function dispatch(input: unknown, mode: Mode, rules: readonly Rule[] = []) {
  const { ctx } = createTestContext();
  const dispatcher = createDispatcher({
    sessionId: "s",
    cwd: ctx.cwd,
    tools: [tool],
    policy: createPolicy({ mode, rules }),
    loop: createLoopDetector(),
    workspace: ctx.workspace,
    env: {},
    configOf: () => ({}),
    limits: { maxOutput: 20_000 },
    log: ctx.log,
    host: ctx.host,
    ask: async () => ({ outcome: "reject" }),
    emit: () => {},
    history: () => [],
  });
  const [outcome] = await dispatcher.run(
    [{ callId: "c", name: "fetch_content", input, origin: "user" }],
    new AbortController().signal,
  );
  return { outcome, cwd: ctx.cwd };
}

test("only saving asks, as write_file would", async () => {
  const url = `${site.origin}/page`;
  expect((await dispatch({ url }, "ask")).outcome).toMatchObject({ kind: "fetch", title: url });
  const { outcome, cwd } = await dispatch({ url, output: "p.md" }, "ask");
  expect(outcome).toMatchObject({
    kind: "edit",
    result: { text: "[fetch_content rejected by the user]", ok: false },
  });
  expect(existsSync(join(cwd, "p.md"))).toBe(false);
  expect((await dispatch({ url, output: "p.md" }, "edits")).outcome?.result.ok).not.toBe(false);
  const outside = await dispatch({ url, output: "../outside.md" }, "edits");
  expect(outside.outcome?.result.text).toBe("[fetch_content rejected by the user]");
  const deny: Rule = { tool: "write_file", pattern: "*.md", decision: "deny", source: "test" };
  expect((await dispatch({ url, output: "p.md" }, "yolo", [deny])).outcome?.result.text).toBe(
    "[fetch_content denied by rule *.md]",
  );
});

test.each([
  ["http://127.1:8931/ok", "*127.0.0.1*"],
  ["http://0x7f000001:8931/ok", "*127.0.0.1*"],
  ["http://2130706433/", "http://127.0.0.1*"],
  ["HTTPS://EVIL.com", "https://evil.com*"],
  ["https//evil.com", "https://evil.com/*"],
  ["evil.com", "https://evil.com"],
  ["https://evil.com./x", "*//evil.com/*"],
  ["https://evil.com", "evil.com"],
])("another spelling does not get round a rule: %s", async (url, pattern) => {
  const deny: Rule = { tool: "fetch_content", pattern, decision: "deny", source: "test" };
  for (const input of [{ url }, { url, output: "p.md" }]) {
    const { outcome } = await dispatch(input, "yolo", [deny]);
    expect(outcome?.result.text).toBe(`[fetch_content denied by rule ${pattern}]`);
  }
  const ask: Rule = { ...deny, decision: "ask" };
  expect((await dispatch({ url }, "ask", [ask])).outcome?.result.text).toBe(
    "[fetch_content rejected by the user]",
  );
});

test("it follows the rules for tools", async () => {
  const findings = await testTool(tool, {
    inputs: [{ url: `${site.origin}/page` }, { url: `${site.origin}/page`, output: "x.md" }],
  });
  expect(findings.filter((finding) => !finding.ok)).toEqual([]);
});

test("the plugin declares the tool", async () => {
  const { tools } = await fetchPlugin.setup({} as never);
  expect(fetchPlugin).toMatchObject({ apiVersion: 1, name: "fetch", config: { key: "fetch" } });
  expect(tools.map(({ name, kind, icon, busy, bound }) => ({ name, kind, icon, busy, bound }))).toEqual([
    { name: "fetch_content", kind: "fetch", icon: "🌐", busy: "Fetching", bound: "end" },
  ]);
});
