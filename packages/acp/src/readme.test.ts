import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

it("the README's program is an agent", async () => {
  const readme = readFileSync(here("../README.md"), "utf8");
  const code = /```js\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const folder = tempFolder("mm-acp-readme-");
  const built = (name: string): string =>
    JSON.stringify(pathToFileURL(here(`../../${name}/dist/index.js`)).href);
  writeFileSync(
    join(folder, "agent.mjs"),
    code.replace('"@mm-agent/acp"', built("acp")).replace('"@mm-agent/tool-bash"', built("tool-bash")),
  );
  writeFileSync(join(folder, "script.json"), JSON.stringify({ turns: [{ text: "Hello." }] }));
  const child = spawn(process.execPath, ["agent.mjs"], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (id: number, method: string, params: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    for (;;) {
      const message = JSON.parse(String((await lines.next()).value)) as { id?: number; result?: unknown };
      if (message.id === id) return message.result;
    }
  };
  expect(await ask(1, "initialize", { protocolVersion: 1 })).toMatchObject({
    agentInfo: { version: "1.0.0" },
  });
  const opened = await ask(2, "session/new", { cwd: folder, mcpServers: [] });
  const { sessionId } = opened as { sessionId: string };
  const prompt = [{ type: "text", text: "hi" }];
  expect(await ask(3, "session/prompt", { sessionId, prompt })).toEqual({ stopReason: "end_turn" });
  const exited = new Promise((resolve) => void child.on("exit", resolve));
  child.stdin.end();
  expect(await exited).toBe(0);
});
