import { describe, expect, it } from "vitest";
import { errorOf, SCRIBBLE, startAgent } from "./fixtures/start-agent.js";

describe("the handshake", () => {
  it("says what mm can do", async () => {
    const { agent, end } = await startAgent({ initialize: false });
    const answer = await agent.request("initialize", { protocolVersion: 9 });
    expect(answer).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: "mm", title: "mm" },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        mcpCapabilities: { http: true, sse: false },
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        auth: { logout: {} },
      },
      authMethods: [{ id: "configured-key", name: "Configured model" }],
    });
    expect(answer.agentCapabilities?.sessionCapabilities).not.toHaveProperty("fork");
    expect(await end()).toBe(0);
  });

  it("refuses requests before it", async () => {
    const { agent, cwd } = await startAgent({ initialize: false });
    expect(await errorOf(agent.request("session/new", { cwd, mcpServers: [] }))).toMatchObject({
      code: -32600,
    });
  });

  it("bears the title of the configuration", async () => {
    const { agent } = await startAgent({ initialize: false, config: { acp: { title: "House agent" } } });
    const { agentInfo } = await agent.request("initialize", { protocolVersion: 1 });
    expect(agentInfo?.title).toBe("House agent");
  });
});

describe("logging in", () => {
  it("succeeds with a configured model", async () => {
    const { agent } = await startAgent();
    expect(await agent.request("authenticate", { methodId: "configured-key" })).toEqual({});
    expect(await errorOf(agent.request("authenticate", { methodId: "other" }))).toMatchObject({
      code: -32602,
    });
  });

  it("says what is missing, and so does a new session", async () => {
    const { agent, cwd } = await startAgent({ config: { provider: "openrouter", model: "some/model" } });
    const text =
      "Authentication required: no API key for openrouter.ai: set the environment variable OPENROUTER_API_KEY, or store one: mm login openrouter";
    const wanted = { code: -32000, message: text };
    expect(await errorOf(agent.request("authenticate", { methodId: "configured-key" }))).toEqual(wanted);
    expect(await errorOf(agent.request("session/new", { cwd, mcpServers: [] }))).toEqual(wanted);
  });

  it("is undone by logging out", async () => {
    const { agent, cwd, newSession } = await startAgent();
    await agent.request("logout", {});
    expect(await errorOf(agent.request("session/new", { cwd, mcpServers: [] }))).toMatchObject({
      code: -32000,
    });
    await agent.request("authenticate", { methodId: "configured-key" });
    expect(await newSession()).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("the wire", () => {
  it("carries nothing but messages, whatever a plugin prints", async () => {
    const started = await startAgent({
      config: { plugins: [{ use: SCRIBBLE }], mode: "yolo" },
      turns: [{ tools: [{ name: "scribble", input: { path: "a.txt", text: "a\n" } }] }, { text: "Done." }],
    });
    expect(await started.prompt(await started.newSession(), "go")).toBe("end_turn");
    for (const line of started.lines) expect(JSON.parse(line)).toHaveProperty("jsonrpc", "2.0");
    const printed = "scribble is loaded\nscribble writes to stdout\nscribble runs\n";
    await started.until(() => started.stderr().includes(printed), "the plugin's lines on stderr");
  });

  it("answers lines that are no message and goes on", async () => {
    const { child, lines, agent, until } = await startAgent();
    child.stdin.write("{not json}\n[]\n42\n");
    await until(() => lines.length >= 4, "three errors");
    const codes = lines.slice(1).map((line) => JSON.parse(line) as { id: unknown; error: { code: number } });
    expect(codes.map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
    ]);
    expect(await errorOf(agent.request("mm/nothing", {}))).toMatchObject({ code: -32601 });
  });

  it("answers what was asked before the input ended", async () => {
    const { child, lines } = await startAgent({ initialize: false });
    const exited = new Promise((resolve) => void child.on("close", resolve));
    child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n');
    expect(await exited).toBe(0);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ id: 1, result: { protocolVersion: 1 } });
  });
});
