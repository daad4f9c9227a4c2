import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCRIBBLE, startAgent } from "./fixtures/start-agent.js";

const bash = (command: string, timeout?: number): object => ({
  tools: [{ name: "bash", input: { command, ...(timeout === undefined ? {} : { timeout }) } }],
});
const DONE = { text: "Done.", loop: true };
const yolo = { mode: "yolo", plugins: [{ use: SCRIBBLE }] };

describe("bash", () => {
  it("streams into a terminal where the client draws one", async () => {
    const started = await startAgent({
      config: yolo,
      turns: [bash("echo one; sleep 0.3; echo two; exit 4"), DONE],
      capabilities: { _meta: { terminal_output: true } },
    });
    await started.prompt(await started.newSession(), "go");
    const [call] = started.of("tool_call");
    const id = call?.toolCallId;
    expect(call).toMatchObject({
      kind: "execute",
      content: [{ type: "terminal", terminalId: id }],
      _meta: { terminal_info: { terminal_id: id, cwd: started.cwd } },
    });
    const metas = started.of("tool_call_update").map(({ _meta: meta }) => meta ?? {});
    const data = metas.flatMap(
      ({ terminal_output }) => (terminal_output as { data: string } | undefined)?.data ?? [],
    );
    expect(data.join("")).toBe("one\r\ntwo\r\n");
    expect(started.of("tool_call_update").at(-1)).toMatchObject({
      status: "failed",
      content: [{ type: "terminal", terminalId: id }],
      _meta: { terminal_exit: { terminal_id: id, exit_code: 4 } },
    });
  });

  it("that runs long is shown meanwhile where there is no terminal", async () => {
    const started = await startAgent({
      config: yolo,
      turns: [bash("for i in 1 2 3 4 5 6; do echo line $i; sleep 0.3; done"), DONE],
    });
    await started.prompt(await started.newSession(), "go");
    const running = started.of("tool_call_update").filter((update) => !update.status && update.content);
    expect(JSON.stringify(running[0])).toContain("line 1");
  });

  it("runs in the client's terminal when that is wanted", async () => {
    let released = false;
    const started = await startAgent({
      config: { ...yolo, acp: { clientTerminal: true } },
      capabilities: { terminal: true, _meta: { terminal_output: true } },
      turns: [bash("make it"), { expect: { result: "made\n[exit code: exit status 2]" }, text: "seen." }],
      serve: {
        "terminal/create": () => ({ terminalId: "t1" }),
        "terminal/wait_for_exit": () => ({ exitCode: 2, signal: null }),
        "terminal/output": () => ({ output: "\u001B[31mmade\u001B[0m\r\n", truncated: false }),
        "terminal/release": () => void (released = true),
      },
    });
    await started.prompt(await started.newSession(), "go");
    expect(started.said()).toBe("seen.");
    expect(released).toBe(true);
    const created = started.log.find(({ what }) => what === "terminal/create")?.value;
    expect(created).toMatchObject({ command: "bash", args: ["-c", "make it"], cwd: started.cwd });
    const terminal = [{ type: "terminal", terminalId: "t1" }];
    expect(started.of("tool_call_update").filter(({ content }) => content)).toMatchObject([
      { content: terminal },
      { content: terminal, status: "failed" },
    ]);
  });

  it("is killed in the client's terminal at its limit, and runs in our own where the client refuses", async () => {
    const calls: string[] = [];
    const started = await startAgent({
      config: { ...yolo, acp: { clientTerminal: true } },
      capabilities: { terminal: true },
      turns: [
        bash("sleep 60", 0.2),
        { expect: { result: "part\n[error: 0.2s timeout exceeded]" }, text: "seen." },
        bash("echo ours"),
        { expect: { result: "ours" }, text: "seen." },
      ],
      serve: {
        "terminal/create": () => {
          if (calls.length > 0) throw new Error("not allowed");
          return { terminalId: "t1" };
        },
        "terminal/wait_for_exit": () => new Promise(() => {}),
        "terminal/kill": () => void calls.push("kill"),
        "terminal/output": () => ({ output: "part", truncated: false }),
        "terminal/release": () => void calls.push("release"),
      },
    });
    const session = await started.newSession();
    await started.prompt(session, "go");
    await started.prompt(session, "go");
    expect(calls).toEqual(["kill", "release"]);
    expect(started.said()).toBe("seen.seen.");
  });
});

describe("files of the client", () => {
  const files = { fs: { readTextFile: true, writeTextFile: true } };

  it("are read with unsaved changes and written through the editor", async () => {
    const started = await startAgent({
      config: yolo,
      capabilities: files,
      turns: [{ tools: [{ name: "scribble", input: { path: "a.txt", text: "ours\n" } }] }, DONE],
      serve: {
        "fs/read_text_file": () => ({ content: "unsaved\n" }),
        "fs/write_text_file": ({ path, content }) =>
          writeFileSync(String(path), `${String(content)}(editor)`),
      },
    });
    const path = join(started.cwd, "a.txt");
    writeFileSync(path, "on disk\n");
    await started.prompt(await started.newSession(), "go");
    expect(started.of("tool_call")[0]?.content).toEqual([
      { type: "diff", path, oldText: "unsaved\n", newText: "ours\n" },
    ]);
    expect(readFileSync(path, "utf8")).toBe("ours\n(editor)");
  });

  it("are not touched through a client that offers only half of it", async () => {
    const started = await startAgent({
      config: yolo,
      capabilities: { fs: { readTextFile: false, writeTextFile: true } },
      turns: [{ tools: [{ name: "scribble", input: { path: "a.txt", text: "ours\n" } }] }, DONE],
    });
    await started.prompt(await started.newSession(), "go");
    expect(started.log.filter(({ what }) => what.startsWith("fs/"))).toEqual([]);
    expect(readFileSync(join(started.cwd, "a.txt"), "utf8")).toBe("ours\n");
  });
});

it("no line is too long for clients that read 64 KiB at most", async () => {
  const big = Array.from({ length: 9000 }, (_, i) => `é\t${i} ${(i * i) % 97}`).join("\n");
  const started = await startAgent({
    config: { ...yolo, maxOutput: 200_000 },
    turns: [
      {
        text: big,
        tools: [
          { name: "scribble", input: { path: "big.txt", text: big } },
          { name: "bash", input: { command: "head -c 150000 /dev/zero | tr '\\0' 'x'" } },
        ],
      },
      DONE,
    ],
  });
  const sessionId = await started.newSession();
  await started.prompt(sessionId, big);
  expect(started.said() === `${big}Done.`).toBe(true);
  await started.agent.request("session/load", { sessionId, cwd: started.cwd, mcpServers: [] });
  expect(Math.max(...started.lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(65_536);
});
