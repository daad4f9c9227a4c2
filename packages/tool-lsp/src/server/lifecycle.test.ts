import { afterEach, describe, expect, test } from "vitest";
import {
  isRunning,
  makeProject,
  openTool,
  scripted,
  until,
  type Opened,
  type OpenOptions,
  type Project,
  type Scripted,
} from "../fixtures/harness.js";

const ANSWER = `"textDocument/hover": () => ({ contents: "ok" })`;
const HOVER = { action: "hover", path: "a.txt", symbol: "greet" } as const;
let project: Project;
let tool: Opened;
let server: Scripted;

async function open(script: string, options: OpenOptions = {}): Promise<void> {
  project = makeProject({ "a.txt": "greet\n" });
  server = scripted(project, script);
  tool = await openTool(project.dir, { ...options, servers: [server.server] });
}

const serve = (on: string, more = ""): string =>
  `return { capabilities: { textDocumentSync: 1, hoverProvider: true }, ${more} on: { ${on} } };`;

afterEach(async () => {
  await tool.close();
  project.remove();
});

describe("start and stop", () => {
  test("concurrent first calls share one process; the end leaves nothing", async () => {
    await open(serve(ANSWER));
    const texts = await Promise.all([tool.text(HOVER), tool.text(HOVER), tool.text(HOVER)]);
    expect(texts).toEqual(["ok", "ok", "ok"]);
    expect(server.pids()).toHaveLength(1);
    await tool.close();
    expect(server.methods().slice(-2)).toEqual(["shutdown", "exit"]);
    expect(server.pids().filter(isRunning)).toEqual([]);
  });

  test("a server that ignores shutdown, end of input and SIGTERM is killed with what it started", async () => {
    await open(serve(ANSWER, "stubborn: true,"));
    await tool.text(HOVER);
    await tool.close();
    expect(server.pids().filter(isRunning)).toEqual([]);
  });

  test("children of the server end with it", async () => {
    await open(
      `const child = process.getBuiltinModule("node:child_process").spawn("sleep", ["600"], { stdio: "ignore" }); api.record({ started: child.pid }); ${serve(ANSWER)}`,
    );
    await tool.text(HOVER);
    expect(server.pids().filter(isRunning)).toHaveLength(2);
    await tool.close();
    await until(() => server.pids().every((pid) => !isRunning(pid)));
  });

  test("an idle server is stopped and started again by the next call", async () => {
    await open(serve(ANSWER), { idleMs: 100 });
    await tool.text(HOVER);
    await until(() => server.pids().every((pid) => !isRunning(pid)));
    expect(await tool.text(HOVER)).toBe("ok");
    expect(server.pids()).toHaveLength(2);
  });

  test("closing while a server hangs in its start ends it at once", async () => {
    await open(`return { on: { initialize: () => api.NEVER } };`);
    const asked = tool.text(HOVER);
    await until(() => server.methods().includes("initialize"));
    await tool.close();
    expect(await asked).toMatch(/^\[lsp: fake: could not be started: /u);
    await until(() => server.pids().every((pid) => !isRunning(pid)));
  });
});

describe("faults", () => {
  test("a server that dies while it is asked is started again and asked once more", async () => {
    await open(
      serve(
        `"textDocument/hover": () => { const runs = process.getBuiltinModule("node:fs").readFileSync(process.argv[3], "utf8").split("started").length - 1; if (runs === 1) process.exit(3); return { contents: "second" }; }`,
      ),
    );
    expect(await tool.text(HOVER)).toBe("second");
    expect(server.pids()).toHaveLength(2);
  });

  test("a server that keeps dying is left off with the end of its stderr", async () => {
    await open(
      serve(`"textDocument/hover": () => { console.error("panic: out of cheese"); process.exit(7); }`),
    );
    expect(await tool.text(HOVER)).toMatch(
      /^\[lsp: fake: hover failed: the server ended with exit code 7\]/u,
    );
    await tool.text(HOVER);
    const result = await tool.call(HOVER);
    expect(result).toMatchObject({ ok: false, code: "unavailable" });
    expect(result.text).toBe(
      "[lsp: fake: ended 3 times within 5 minutes and is left off]\nended with exit code 7\npanic: out of cheese",
    );
    expect(server.pids()).toHaveLength(3);
  });

  test("a server that does not start says why", async () => {
    await open(`console.error("cannot find module"); process.exit(1);`);
    expect(await tool.call(HOVER)).toEqual({
      ok: false,
      code: "unavailable",
      text: "[lsp: fake: could not be started: ended with exit code 1]\ncannot find module",
    });
  });

  test("a program that never says anything is given up after startMs and ended", async () => {
    project = makeProject({ "a.txt": "greet\n" });
    tool = await openTool(project.dir, {
      servers: [{ name: "mute", command: "sleep", args: ["100"], extensions: [".txt"] }],
      startMs: 300,
    });
    expect(await tool.call(HOVER)).toEqual({
      ok: false,
      code: "unavailable",
      text: '[lsp: mute: could not be started: no answer to "initialize" within 0.3s (startMs): is sleep a language server?]',
    });
  });

  test("a request without an answer fails after its time", async () => {
    await open(
      serve(
        `"textDocument/hover": () => ((globalThis.asked = (globalThis.asked ?? 0) + 1) === 1 ? { contents: "ok" } : api.NEVER)`,
      ),
      { requestMs: 300 },
    );
    await tool.text(HOVER);
    expect(await tool.call(HOVER)).toEqual({
      ok: false,
      code: "timeout",
      text: "[lsp: fake: hover failed: no answer within 0.3s]",
    });
    await until(() => server.methods().includes("$/cancelRequest"));
  });

  test("an aborted call ends at once and tells the server", async () => {
    await open(serve(`"textDocument/hover": () => api.NEVER`));
    const stop = new AbortController();
    const asked = tool.call(HOVER, stop.signal);
    await until(() => server.methods().includes("textDocument/hover"));
    stop.abort();
    expect(await asked).toEqual({ ok: false, code: "cancelled", text: "[lsp: cancelled]" });
    await until(() => server.methods().includes("$/cancelRequest"));
  });

  test("floods of stderr and of log messages do no harm", async () => {
    await open(
      serve(
        `"textDocument/hover": async () => { for (let i = 0; i < 200; i++) { process.stderr.write("x".repeat(10_000) + "\\n"); api.notify("window/logMessage", { type: 4, message: "y".repeat(10_000) }); } return { contents: "ok" }; }`,
      ),
    );
    expect(await tool.text(HOVER)).toBe("ok");
  });

  test("messages cut inside a character, and several in one piece", async () => {
    await open(
      serve(`"textDocument/hover": async (_params, id) => {
        const bytes = Buffer.concat([api.frame({ method: "$/x", params: {} }), api.frame({ id, result: { contents: "naïve 🎉" } })]);
        for (let at = 0; at < bytes.length; at += 1) { api.write(bytes.subarray(at, at + 1)); if (at % 16 === 0) await api.sleep(1); }
        return api.NEVER;
      }`),
    );
    expect(await tool.text(HOVER)).toBe("naïve 🎉");
  });

  test("output that is not LSP ends the server with a reason", async () => {
    await open(`api.write("Welcome to the server!\\n\\r\\n\\r\\n"); ${serve(ANSWER)}`);
    expect(await tool.text(HOVER)).toMatch(/^\[lsp: fake: could not be started: /u);
  });

  test("content modified and server cancelled are asked again", async () => {
    await open(
      serve(
        `"textDocument/hover": () => { globalThis.asked = (globalThis.asked ?? 0) + 1; return [api.refuse(-32801, "content modified"), api.refuse(-32802, "busy", { retriggerRequest: true }), { contents: "third" }][globalThis.asked - 1]; }`,
      ),
    );
    expect(await tool.text(HOVER)).toBe("third");
  });
});

describe("questions of the server", () => {
  test("every one is answered", async () => {
    await open(
      serve(`initialized: async () => {
        await api.request("client/registerCapability", { registrations: [{ id: "1", method: "textDocument/hover" }] });
        await api.request("window/workDoneProgress/create", { token: "t" });
        await api.request("workspace/configuration", { items: [{ section: "fake.deep" }, { section: "none" }, {}] });
        await api.request("workspace/workspaceFolders");
        await api.request("window/showMessageRequest", { type: 1, message: "?", actions: [] });
        await api.request("workspace/applyEdit", { edit: { changes: {} } });
        await api.request("workspace/diagnostic/refresh");
        await api.request("fake/unknown", {});
        await api.request("client/unregisterCapability", { unregisterations: [{ id: "1", method: "textDocument/hover" }] });
      }, ${ANSWER}`),
    );
    const session = await openTool(project.dir, {
      servers: [{ ...server.server, settings: { fake: { deep: { a: 1 } } } }],
    });
    await session.text(HOVER);
    await until(() => server.received().filter((entry) => "answer" in entry).length === 9);
    await session.close();
    expect(
      server.received().flatMap((entry) => ("answer" in entry ? [entry["error"] ?? entry["answer"]] : [])),
    ).toEqual([
      null,
      null,
      [{ a: 1 }, {}, { fake: { deep: { a: 1 } } }],
      [{ uri: `file://${project.dir}`, name: project.dir.split("/").at(-1) }],
      null,
      { applied: false, failureReason: "not asked for" },
      null,
      null,
      null,
    ]);
  });
});
