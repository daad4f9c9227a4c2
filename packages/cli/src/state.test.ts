import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPermissionStore } from "@mm-agent/agent";
import { cleanEnv, runMm, startModelServer, tempFolder, type RunOptions } from "@mm-agent/testkit";
import { beforeEach, describe, expect, it } from "vitest";

let cwd: string;
let home: string;
beforeEach(() => {
  cwd = tempFolder();
  home = tempFolder("mm-home-");
});
const put = (name: string, content: string): void => {
  mkdirSync(join(cwd, name, ".."), { recursive: true });
  writeFileSync(join(cwd, name), content);
};
const script = (turns: unknown[]): string[] => {
  put("model.json", JSON.stringify({ turns }));
  return ["--provider", "scripted", "--model", "model.json"];
};
const mm = (args: string[], options: RunOptions = {}) => runMm(args, { cwd, home, ...options });

describe("mm permissions", () => {
  it("lists rules and stored answers, lets stored answers count, and revokes them", async () => {
    const store = openPermissionStore(cwd, cleanEnv(home));
    await store.add([{ tool: "bash", pattern: "touch made", decision: "allow" }]);
    const file = join(home, "state", "mm", "permissions.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    put(".mm/config.yaml", "permissions: {bash: {'rm *': deny}}\n");
    expect((await mm(["permissions"])).stdout).toMatch(
      /^mode yolo\ndeny {3}bash: rm \* {2}\(.*config.yaml:1\)\nallow {2}bash: touch made {2}\(this project, /,
    );
    const turns = [
      { tools: [{ name: "bash", input: { command: "touch made" } }] },
      { text: "Got: {{result}}" },
    ];
    expect((await mm(["-p", "x", "--no-yolo", ...script(turns)])).stdout).toBe("Got: \n");
    expect((await mm(["permissions", "revoke", "bash", "touch made"])).stdout).toBe("revoked 1\n");
    expect((await mm(["-p", "x", "--no-yolo", ...script(turns)])).stdout).toBe(
      "Got: [command rejected by the user]\n",
    );
    expect(await mm(["permissions", "revoke", "bash", "touch made"])).toMatchObject({ code: 1 });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 1, projects: {} });
  });
});

describe("mm trust", () => {
  it("names what is ignored, lets it count, and forgets", async () => {
    put(".mm/config.yaml", "maxTurns: 7\nmodel: foo\n");
    put(".mm/commands/ship.md", "Ship $1\n");
    const before = await mm(["config"]);
    expect(before.stderr).toContain(
      "this folder is not trusted, so these settings do not count: maxTurns, model",
    );
    expect(before.stderr).toContain("this folder is not trusted, so its commands do not count: /ship");
    const trusted = await mm(["trust"]);
    expect(trusted.stdout).toBe(
      `will count: ${join(cwd, ".mm/config.yaml")}: maxTurns\nwill count: ${join(cwd, ".mm/config.yaml")}: model\nwill count: command /ship\ntrusted: ${cwd}\n`,
    );
    const after = await mm(["config"]);
    expect(after.stderr).toBe("");
    expect(after.stdout).toMatch(/maxTurns +7 /);
    expect((await mm(["trust", "list"])).stdout).toMatch(/^trusted {6}\S+ {2}\(/);
    expect((await mm(["trust", "remove"])).stdout).toBe(`forgotten: ${cwd}\n`);
    expect((await mm(["config"])).stderr).toContain("not trusted");
    expect(await mm(["trust", "rm"])).toMatchObject({ code: 2 });
  });
});

describe("mm doctor", () => {
  it("is content with a model that answers and has room", async () => {
    const server = await startModelServer([], {
      models: { object: "list", data: [{ id: "m", object: "model", context_length: 131_072 }] },
    });
    try {
      const run = await mm(
        ["doctor", "--provider", "openai", "--model", "m", "--base-url", `${server.url}/v1`],
        { env: { OPENAI_API_KEY: "sk-test-1234567890" } },
      );
      expect(run.code, run.stdout).toBe(0);
      expect(run.stdout).toMatch(/^ok {4}mm /);
      expect(run.stdout).toContain("m @ openai answers");
      expect(run.stdout).toMatch(/ok {4}plugin +bash: bash/);
      const other = await mm(
        ["doctor", "--provider", "openai", "--model", "n", "--base-url", `${server.url}/v1`],
        { env: { OPENAI_API_KEY: "sk-test-1234567890" } },
      );
      expect(other).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("the server does not offer n; it offers m") as string,
      });
    } finally {
      await server.close();
    }
  });

  it("fails without a model that can be reached, and warns of a small window", async () => {
    expect(await mm(["doctor"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("FAIL  model") as string,
    });
    const away = await mm(
      ["doctor", "--provider", "openai", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"],
      { env: { OPENAI_API_KEY: "sk-test-1234567890" } },
    );
    expect(away.code).toBe(1);
    expect(away.stdout).toContain("openai cannot be reached");
    put(".mm/config.yaml", "contextWindow: 4096\n");
    const small = await mm(["doctor", "--json", "--trust", ...script([{ text: "x" }])]);
    const found = JSON.parse(small.stdout) as { area: string; status: string; text: string }[];
    expect(found.find((finding) => finding.area === "window")).toEqual({
      area: "window",
      status: "warn",
      text: "4096 tokens are too few for tools: give the server at least 16000 (Ollama: num_ctx)",
    });
    expect(small.code).toBe(0);
  });

  it("fails when nothing can be kept", async () => {
    writeFileSync(join(home, "state"), "a file");
    const run = await mm(["doctor", ...script([{ text: "x" }])]);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("no session is kept");
  });
});
