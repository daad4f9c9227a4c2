import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_VERSION, type PermissionRequest, type Plugin } from "@mm-agent/core";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { scripted } from "../testing/index.js";
import type { Script } from "../provider/scripted/script.js";
import { openRuntime } from "./open-runtime.js";
import type { OpenOptions, OpenSessionOptions } from "./types.js";

let cwd: string;
let home: string;
beforeEach(() => {
  cwd = tempFolder();
  home = tempFolder();
});
const put = (name: string, content: string): void => {
  mkdirSync(join(cwd, name, ".."), { recursive: true });
  writeFileSync(join(cwd, name), content);
};
/** A plugin whose tool asks like a command. */
const fake: Plugin = {
  apiVersion: API_VERSION,
  name: "bash",
  setup: () => ({
    tools: [
      {
        name: "bash",
        kind: "execute",
        description: "Runs.",
        input: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
        plan: (input) => {
          const { command } = input as { command: string };
          return {
            title: command,
            permission: { subject: "command", checks: [{ tool: "bash", value: command }] },
          };
        },
        run: () => "ran",
      },
    ],
  }),
};
async function open(more: Partial<OpenOptions> = {}) {
  const opened = await openRuntime({
    cwd,
    env: { HOME: home, XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: join(home, "config") },
    flags: {},
    builtin: { bash: async () => ({ default: fake }) },
    self: { command: "mm", args: [] },
    version: "1.2.3",
    ...more,
  });
  if (!opened.ok) throw new Error(opened.text);
  return opened.runtime;
}
const session = async (
  runtime: Awaited<ReturnType<typeof open>>,
  script: Script,
  more: OpenSessionOptions = {},
) => {
  const opened = await runtime.openSession({ provider: scripted(script), ...more });
  if (!opened.ok) throw new Error(opened.text);
  return opened.session;
};
const turn = (command: string) => [
  { tools: [{ name: "bash", input: { command } }] },
  { text: "Got: {{result}}" },
];

describe("an answer for the project", () => {
  it("is stored word for word as it was shown, outside the project, and counts in the next run", async () => {
    const asked: PermissionRequest[] = [];
    const first = await open({ flags: { mode: "ask" } });
    const one = await session(
      first,
      { turns: turn("make *.o") },
      { ask: async (request) => (asked.push(request), { outcome: "project" }) },
    );
    expect((await one.prompt("x")).text).toBe("Got: ran");
    const rule = asked[0]?.options.find((option) => option.id === "project")?.rule;
    expect(rule).toBe(String.raw`bash: make \*.o`);
    await one.dispose();
    await first.dispose();
    const stored = JSON.parse(readFileSync(join(home, "state", "mm", "permissions.json"), "utf8")) as unknown;
    expect(stored).toMatchObject({
      version: 1,
      projects: { [cwd]: [{ tool: "bash", pattern: String.raw`make \*.o`, decision: "allow" }] },
    });
    expect(readdirSync(cwd)).toEqual([]);

    const second = await open({ flags: { mode: "ask" } });
    const two = await session(second, { turns: [...turn("make *.o"), ...turn("make all.o")] });
    expect((await two.prompt("x")).text).toBe("Got: ran");
    expect((await two.prompt("y")).text).toBe("Got: [command rejected by the user]");
    const revoked = await two.command(String.raw`/permissions revoke bash: make \*.o`);
    expect(revoked).toMatchObject({ ok: true });
    expect(second.policy.remembered()).toEqual([]);
    await two.dispose();
    await second.dispose();
    const third = await open({ flags: { mode: "ask" } });
    expect(third.policy.remembered()).toEqual([]);
    await third.dispose();
  });

  it("for the session only is gone in the next run, and a rejection carries its reason", async () => {
    const runtime = await open({ flags: { mode: "ask" } });
    const answers = [{ outcome: "session" }, { outcome: "reject", reason: "use make" }] as const;
    let at = 0;
    const one = await session(
      runtime,
      { turns: [...turn("a"), ...turn("a"), ...turn("b")] },
      { ask: async () => answers[at++] ?? { outcome: "reject" } },
    );
    await one.prompt("1");
    expect((await one.prompt("2")).text).toBe("Got: ran");
    expect((await one.prompt("3")).text).toBe("Got: [command rejected by the user: use make]");
    await one.dispose();
    await runtime.dispose();
    expect(existsSync(join(home, "state", "mm", "permissions.json"))).toBe(false);
  });
});

describe("trust", () => {
  it("is a question with what is ignored, asked once; the answer counts when the folder is opened again", async () => {
    put(
      ".mm/config.yaml",
      "maxTurns: 3\nplugins: [{use: ./evil.mjs}]\npermissions: {bash: {'x *': allow, 'rm *': deny}}\n",
    );
    put(".mm/evil.mjs", "throw new Error('ran')");
    put(".mm/commands/ship.md", "Ship");
    const file = join(cwd, ".mm", "config.yaml");
    const before = await open();
    expect(before.trustQuestion()?.folder).toBe(cwd);
    expect(before.trustQuestion()?.ignored.toSorted()).toEqual(
      [
        `${file}: maxTurns`,
        `${file}: permissions (1 allow rule)`,
        "command /ship",
        `${file}: plugins`,
      ].toSorted(),
    );
    expect(before.policy.rules).toMatchObject([{ pattern: "rm *", decision: "deny" }]);
    await before.trust(false);
    await before.dispose();
    const declined = await open();
    expect(declined.trustQuestion()).toBeUndefined();
    expect(declined.trusted).toBe(false);
    await declined.trust(true);
    await declined.dispose();
    const trusted = await open();
    expect(trusted.trusted).toBe(true);
    expect(trusted.config.maxTurns).toBe(3);
    expect(trusted.warnings.join("\n")).toContain("ran");
    const opened = await session(trusted, { turns: [] });
    expect(opened.commands.map((command) => command.name)).toContain("ship");
    await opened.dispose();
    await trusted.dispose();
  });
});

describe("a session of the runtime", () => {
  it("is kept, found again with its stricter mode, and gives its instructions to the model", async () => {
    put("AGENTS.md", "Always whisper.");
    const runtime = await open();
    const one = await session(runtime, { turns: [{ text: "ok" }] });
    await one.prompt("hello");
    await one.command("/mode plan");
    await one.dispose();
    await runtime.dispose();
    const again = await open();
    expect(await again.sessions.list()).toMatchObject([{ id: one.id, title: "hello", prompts: 1 }]);
    const two = await session(again, { turns: [{ text: "two" }] }, { resume: "latest" });
    expect(two.id).toBe(one.id);
    expect(two.mode).toBe("plan");
    expect((await two.replay()).map((event) => event.type)).toContain("turn.end");
    expect(await two.command("/sessions")).toMatchObject({
      print: [{ text: expect.stringContaining(`* ${one.id.slice(0, 8)}`) as string }],
    });
    await two.reset();
    await two.prompt("another");
    const { id } = two;
    expect(await two.command(`/resume ${one.id.slice(0, 8)}`)).toMatchObject({ ok: true, action: "redraw" });
    expect(two.title).toBe("hello");
    expect(await two.resume(id)).toEqual({ ok: true });
    expect(await two.resume("nothing")).toMatchObject({ ok: false });
    await two.dispose();
    await again.dispose();
  });

  it("keeps nothing when it is told so", async () => {
    const runtime = await open();
    const one = await session(runtime, { turns: [{ text: "ok" }] }, { store: false });
    await one.prompt("hello");
    expect(one.file).toBeUndefined();
    await one.dispose();
    await runtime.dispose();
    expect(existsSync(join(home, "state", "mm", "sessions"))).toBe(false);
  });
});

describe("configured", () => {
  it("is called with the settings before any plugin is loaded, and waited for", async () => {
    const order: string[] = [];
    const builtin = {
      bash: async () => {
        order.push("plugin");
        return { default: fake };
      },
    };
    await open({
      builtin,
      flags: { mode: "plan" },
      async configured(config, folder) {
        order.push(`${config.mode} in ${folder === cwd ? "the folder" : folder}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push("shown");
      },
    });
    expect(order).toEqual(["plan in the folder", "shown", "plugin"]);
  });

  it("is not called for settings that are wrong", async () => {
    let called = false;
    await expect(
      open({
        flags: { mode: "nothing" },
        async configured() {
          called = true;
        },
      }),
    ).rejects.toThrow("nothing");
    expect(called).toBe(false);
  });
});
