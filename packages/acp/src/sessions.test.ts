import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runMm, startModelServer, tempFolder } from "@mm-agent/testkit";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { errorOf, SCRIBBLE, startAgent } from "./fixtures/start-agent.js";

const BASH = (command: string): object => ({ tools: [{ name: "bash", input: { command } }] });

describe("setting a session up", () => {
  it("refuses folders that are relative or missing", async () => {
    const { agent } = await startAgent();
    const open = (cwd: string) => errorOf(agent.request("session/new", { cwd, mcpServers: [] }));
    expect(await open("some/folder")).toEqual({
      code: -32602,
      message: "Invalid params: cwd must be an absolute path",
    });
    expect(await open("/no/such/folder")).toEqual({
      code: -32602,
      message: "Invalid params: cwd is not a folder",
    });
  });

  it("takes a request without mcpServers, and tells of servers it does not use", async () => {
    const { agent, cwd, of, until } = await startAgent({ capabilities: { session: { notices: {} } } });
    const params: object = { cwd };
    const opened = await agent.request<{ sessionId: string }>("session/new", params);
    expect(opened.sessionId).not.toBe("");
    await agent.request("session/new", {
      cwd,
      mcpServers: [{ name: "files", command: "/bin/files", args: [], env: [] }],
    });
    await until(() => of("notice").length > 0, "a notice");
    expect(of("notice")[0]).toMatchObject({
      severity: "warning",
      title: "MCP servers are not used yet: files. mm works with its own tools and plugins.",
    });
  });

  it("tells of the commands only after the answer", async () => {
    const { lines, newSession, of, until } = await startAgent();
    await newSession();
    await until(() => of("available_commands_update").length > 0, "commands");
    expect(JSON.parse(lines[1] ?? "")).toHaveProperty("result.sessionId");
    const names = of("available_commands_update")[0]?.availableCommands.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["compact", "new", "mode", "undo"]));
    expect(names).not.toContain("exit");
  });

  it("keeps each session in its own folder", async () => {
    const { agent, newSession, of } = await startAgent({
      config: { mode: "yolo" },
      turns: [BASH("pwd"), { text: "Done." }],
    });
    const folders = [tempFolder(), tempFolder()];
    const ids = await Promise.all(folders.map((folder) => newSession(folder)));
    await Promise.all(
      ids.map((sessionId) =>
        agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "where" }] }),
      ),
    );
    const texts = JSON.stringify(of("tool_call_update"));
    for (const folder of folders) expect(texts).toContain(folder);
  });

  it("refuses sessions it does not know", async () => {
    const { agent, cwd } = await startAgent();
    const sessionId = "00000000-0000-0000-0000-000000000000";
    const about = { sessionId, cwd, mcpServers: [] };
    const requests = [
      agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "x" }] }),
      agent.request("session/set_mode", { sessionId, modeId: "ask" }),
      agent.request("session/set_config_option", { sessionId, configId: "mode", value: "ask" }),
      agent.request("session/load", about),
      agent.request("session/resume", about),
      agent.request("session/load", { ...about, sessionId: "latest" }),
    ];
    for (const request of requests) expect(await errorOf(request)).toMatchObject({ code: -32002 });
    await agent.notify("session/cancel", { sessionId });
    expect(await agent.request("session/delete", { sessionId })).toEqual({});
  });
});

describe("modes and options", () => {
  it("are offered, set and kept in step", async () => {
    const { agent, cwd, of, until } = await startAgent();
    const { sessionId, modes, configOptions } = await agent.request("session/new", { cwd, mcpServers: [] });
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(["ask", "edits", "yolo", "plan"]);
    expect(modes?.currentModeId).toBe("ask");
    expect(configOptions?.map(({ id, category }) => [id, category])).toEqual([
      ["mode", "mode"],
      ["model", "model"],
      ["thinking", "thought_level"],
    ]);
    await agent.request("session/set_mode", { sessionId, modeId: "plan" });
    await until(() => of("config_option_update").length > 0, "options");
    expect(of("current_mode_update")).toEqual([
      { sessionUpdate: "current_mode_update", currentModeId: "plan" },
    ]);
    expect(of("config_option_update")[0]?.configOptions[0]).toMatchObject({
      id: "mode",
      currentValue: "plan",
    });
    const set = (configId: string, value: string) =>
      agent.request("session/set_config_option", { sessionId, configId, value });
    const after = await set("thinking", "high");
    expect(after.configOptions[2]?.currentValue).toBe("high");
    for (const [option, value] of [
      ["thinking", "most"],
      ["mode", "careless"],
      ["model", "other"],
      ["colour", "red"],
    ] as const)
      expect(await errorOf(set(option, value))).toMatchObject({ code: -32602 });
    expect(await errorOf(agent.request("session/set_mode", { sessionId, modeId: "x" }))).toMatchObject({
      code: -32602,
    });
  });
});

it("the models of the server can be chosen, and thinking is sent with the requests", async () => {
  const data = ["small", "large"].map((id) => ({ id, object: "model" }));
  const choices = [{ index: 0, delta: { content: "Hello." }, finish_reason: "stop" }];
  const answer = JSON.stringify({ id: "c", object: "chat.completion.chunk", choices });
  const server = await startModelServer([{ stream: [answer, "[DONE]"] }], {
    models: { object: "list", data },
    repeatLast: true,
  });
  onTestFinished(() => server.close());
  const config = { provider: "openai", baseUrl: `${server.url}/v1`, model: "small" };
  const started = await startAgent({ config });
  const sessionId = await started.newSession();
  await started.until(() => started.of("config_option_update").length > 0, "the models");
  const [, model] = started.of("config_option_update")[0]?.configOptions ?? [];
  expect(model).toMatchObject({ currentValue: "small", options: [{ value: "small" }, { value: "large" }] });
  const set = (configId: string, value: string) =>
    started.agent.request("session/set_config_option", { sessionId, configId, value });
  expect((await set("model", "large")).configOptions[1]?.currentValue).toBe("large");
  await set("thinking", "low");
  await started.prompt(sessionId, "hi");
  expect(server.requests.at(-1)?.body).toMatchObject({ model: "large", reasoning_effort: "low" });
  await set("thinking", "default");
  await started.prompt(sessionId, "hi");
  expect(server.requests.at(-1)?.body).not.toHaveProperty("reasoning_effort");
});

/** Updates as a person sees them: texts joined, ids and what only live turns have left out. */
function drawn(updates: readonly SessionUpdate[]): string[] {
  const out: string[] = [];
  let last = "";
  for (const update of updates) {
    if (update.sessionUpdate.endsWith("_chunk") && "content" in update && !Array.isArray(update.content)) {
      const text = update.content?.type === "text" ? update.content.text : "";
      if (last === update.sessionUpdate) out.push((out.pop() ?? "") + text);
      else out.push(`${update.sessionUpdate}: ${text}`);
      last = update.sessionUpdate;
      continue;
    }
    last = "";
    if (update.sessionUpdate === "tool_call") out.push(`call ${update.title} ${update.kind}`);
    if (update.sessionUpdate === "tool_call_update" && update.status && update.content)
      out.push(`${update.status} ${JSON.stringify(update.content)}`);
  }
  return out;
}

describe("stored sessions", () => {
  const turns = [
    {
      thought: "Hm.",
      text: "I write.",
      tools: [
        { name: "scribble", input: { path: "a.txt", text: "a\n" } },
        { name: "bash", input: { command: "echo one; exit 2" } },
      ],
    },
    { text: "Done." },
    { text: "Loaded.", loop: true },
  ];
  const config = { plugins: [{ use: SCRIBBLE }], mode: "yolo" };

  it("are replayed as they were drawn live, also by another process", async () => {
    const first = await startAgent({ turns, config });
    const id = await first.newSession();
    await first.prompt(id, "write it");
    const live = ["user_message_chunk: write it", ...drawn(first.updates)];
    expect(await first.end()).toBe(0);

    const second = await startAgent({ turns, config, home: first.home });
    const { cwd } = first;
    const { sessions } = await second.agent.request("session/list", { cwd });
    expect(sessions).toMatchObject([{ sessionId: id, cwd, title: "write it" }]);
    const answer = await second.agent.request("session/load", { sessionId: id, cwd, mcpServers: [] });
    expect(answer.modes?.currentModeId).toBe("yolo");
    const replayed = drawn(second.updates);
    // A patch stands for the whole texts, which are not stored: a new file looks the same.
    expect(replayed).toEqual(live);
    expect(await second.prompt(id, "go on")).toBe("end_turn");
  });

  it("of line mode can be loaded and resumed", async () => {
    const started = await startAgent();
    const run = await runMm(["-p", "from the terminal"], { cwd: started.cwd, home: started.home });
    expect(run.code).toBe(0);
    const { sessions } = await started.agent.request("session/list", {});
    const sessionId = sessions[0]?.sessionId ?? "";
    const about = { sessionId, cwd: started.cwd, mcpServers: [] };
    await started.agent.request("session/resume", about);
    expect(drawn(started.updates)).toEqual([]);
    await started.agent.request("session/load", about);
    expect(drawn(started.updates)).toEqual([
      "user_message_chunk: from the terminal",
      "agent_message_chunk: Hello.",
    ]);
  });

  it("are listed in pages, closed and deleted", async () => {
    const { agent, newSession, prompt, cwd, home } = await startAgent();
    const id = await newSession();
    await newSession();
    await prompt(id, "kept");
    expect((await agent.request("session/list", { cwd })).sessions).toHaveLength(1);
    expect((await agent.request("session/list", { cwd: home })).sessions).toEqual([]);
    expect(await errorOf(agent.request("session/list", { cursor: "bad" }))).toMatchObject({ code: -32602 });
    expect(await agent.request("session/close", { sessionId: id })).toEqual({});
    expect(
      await errorOf(
        agent.request("session/prompt", { sessionId: id, prompt: [{ type: "text", text: "x" }] }),
      ),
    ).toMatchObject({ code: -32002 });
    await agent.request("session/delete", { sessionId: id });
    await agent.request("session/delete", { sessionId: id });
    expect((await agent.request("session/list", { cwd })).sessions).toEqual([]);
  });

  it("are copied where the unstable part of the protocol is switched on", async () => {
    const { agent, newSession, prompt, cwd } = await startAgent({ args: ["--unstable"] });
    const id = await newSession();
    await prompt(id, "to be copied");
    const fork = await agent.request<{ sessionId: string }>("session/fork", {
      sessionId: id,
      cwd,
      mcpServers: [],
    });
    expect(fork.sessionId).not.toBe(id);
    const { sessions } = await agent.request("session/list", { cwd });
    expect(sessions.map(({ title }) => title)).toEqual(["to be copied", "to be copied"]);
    const stable = await startAgent();
    expect(
      await errorOf(stable.agent.request("session/fork", { sessionId: id, cwd, mcpServers: [] })),
    ).toMatchObject({ code: -32601 });
  });
});

describe("the end", () => {
  it("by a signal ends the running command as well", async () => {
    const started = await startAgent({
      config: { mode: "yolo" },
      turns: [BASH("echo $$ > pid; sleep 60"), { text: "x" }],
    });
    const id = await started.newSession();
    void started.prompt(id, "go").catch(() => {});
    await started.until(() => existsSync(join(started.cwd, "pid")), "the command runs");
    const exited = new Promise((resolve) => void started.child.on("exit", resolve));
    started.child.kill("SIGTERM");
    expect(await exited).toBe(0);
    const pid = Number(readFileSync(join(started.cwd, "pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("ends the running command and leaves what was put in the background", async () => {
    const mark = join(tempFolder(), "job");
    const started = await startAgent({
      config: { mode: "yolo" },
      turns: [
        BASH(`(sleep 2; touch ${mark}) >/dev/null 2>&1 & echo $!`),
        BASH("echo $$ > pid; sleep 60"),
        { text: "x" },
      ],
    });
    const id = await started.newSession();
    void started.prompt(id, "go").catch(() => {});
    await started.until(() => existsSync(join(started.cwd, "pid")), "the command runs");
    expect(await started.end()).toBe(0);
    await started.until(() => existsSync(mark), "the job went on");
    const pid = Number(readFileSync(join(started.cwd, "pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});
