/* oxlint-disable no-control-regex */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cleanEnv, MM_BIN, openScreen, tempFolder } from "@mm-agent/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { KEY, startLine } from "./line-kit.js";

const bash = (command: string): unknown => ({ name: "bash", input: { command } });
const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");
/** Anything that colours or moves; the modes of input are allowed. */
const COLOUR = /\u001b\[[0-9;]*m/;

/** A model server that sends a word every few milliseconds. */
async function slowServer(text: string, everyMs: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    void (async () => {
      for (const content of text.match(/\S+\s*/g) ?? []) {
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
        await sleep(everyMs);
      }
      response.end(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
      );
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe("resize", () => {
  it("leaves each line once, ten times in the middle of a stream", async () => {
    const url = await slowServer(words(160), 12);
    const cwd = tempFolder();
    const screen = await openScreen(
      ["mm", "--line", "--yolo", "--provider", "llamacpp", "--base-url", url, "--model", "m"],
      { cwd },
    );
    onTestFinished(() => screen.close());
    await screen.waitFor("yolo >");
    screen.type("tell me\r");
    await screen.waitFor("word5 ");
    for (let at = 0; at < 10; at += 1) {
      await screen.resize(at % 2 === 0 ? 47 : 90, at % 3 === 0 ? 20 : 24);
      await sleep(120);
    }
    await screen.waitFor("word159");
    await screen.waitFor(/word159[^]*yolo >/);
    const found =
      screen
        .all()
        .join(" ")
        .match(/word\d+/g) ?? [];
    expect(found).toEqual(words(160).split(" "));
    expect(screen.all().filter((row) => row.includes("Esc cancels"))).toEqual([]);
    expect(screen.all().filter((row) => row.startsWith("> tell me"))).toHaveLength(1);
  });

  it("draws the prompt once, wherever its cursor is", async () => {
    const { screen } = await startLine([]);
    await screen.waitFor("yolo >");
    screen.type("a draft of sixty characters and a few more, to be cut in two");
    await screen.waitFor("cut in two");
    for (const columns of [40, 100, 30, 80]) {
      await screen.resize(columns, 24);
      await sleep(250);
    }
    await screen.waitFor("cut in two");
    expect(screen.all().filter((row) => row.includes("a draft of"))).toHaveLength(1);
  });
});

describe("suspend", () => {
  it("gives the terminal back on Ctrl-Z and takes it again on fg", async () => {
    const cwd = tempFolder();
    const screen = await openScreen(["bash", "--norc", "--noprofile", "-i"], {
      cwd,
      env: { PS1: "shell$ " },
    });
    onTestFinished(() => screen.close());
    await screen.waitFor("shell$");
    screen.type(
      `echo '{"turns":[{"text":"Back again."}]}' > m.json; node ${MM_BIN} --line --yolo --provider scripted --model m.json\r`,
    );
    await screen.waitFor("yolo >");
    screen.type("half a prom");
    await screen.waitFor("half a prom");
    screen.type(KEY.ctrl("z"));
    await screen.waitFor("Stopped");
    expect(screen.raw()).toMatch(/\u001b\[<u\u001b\[\?2004l/);
    screen.type("echo $((6*7))\r");
    await screen.waitFor("42");
    screen.type("fg\r");
    await screen.waitFor(/fg\n[^]*yolo > half a prom/);
    screen.type("pt\r");
    await screen.waitFor("> half a prompt");
    await screen.waitFor(/Back again\.[^]*yolo >/);
    screen.type(KEY.ctrl("d"));
    await screen.until(() => screen.lines().at(-1)?.startsWith("shell$") === true, "the shell");
    screen.type("stty -a\r");
    await screen.waitFor(/ icanon /);
  });

  it("does not stop where nobody could go on", async () => {
    const { screen } = await startLine([]);
    await screen.waitFor("yolo >");
    screen.type(KEY.ctrl("z"));
    await screen.waitFor("There is no shell to go back to.");
  });
});

describe("ends", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("%s restores the terminal and stops what runs", async (signal, code) => {
    const { screen, send } = await startLine([{ tools: [bash("sleep 98.7")] }]);
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor("Running");
    screen.kill(signal);
    expect(await screen.exited).toBe(code);
    expect(screen.raw()).toMatch(/\u001b\[\?25h\u001b\[<u\u001b\[\?2004l$/);
    const running = execFileSync("ps", ["-eo", "args"]).toString();
    expect(running).not.toContain("sleep 98.7");
  });

  const withPlugin = (setup: string) => ({
    args: ["--yolo", "--config", "c.yaml"],
    files: {
      "c.yaml": "plugins:\n  - use: ./bad.mjs\n",
      "bad.mjs": `export default { apiVersion: 1, name: "bad", setup: () => { ${setup} return { tools: [] }; } };\n`,
    },
  });

  it("an error in a plugin's timer is told above the prompt, and the work goes on", async () => {
    const boom =
      'setTimeout(() => { console.log("stray"); console.error("words"); throw new Error("boom"); }, 1500);';
    const { screen, send } = await startLine([{ text: "Still here." }], withPlugin(boom));
    await screen.waitFor("yolo >");
    screen.type("a draft");
    await screen.waitFor(/stray\nwords\nmm: error outside of any call[^]*boom[^]*\nyolo > a draft/);
    expect(screen.all().filter((row) => row.includes("a draft"))).toHaveLength(1);
    send("");
    await screen.waitFor("Still here.");
  });

  it("a plugin that ends the process leaves a working terminal", async () => {
    const { screen } = await startLine([], withPlugin("setTimeout(() => process.exit(0), 1500);"));
    await screen.waitFor("yolo >");
    expect(await screen.exited).toBe(1);
    await screen.waitFor("the process was ended in the middle");
    const raw = screen.raw();
    expect(raw.indexOf("\u001b[?2004l")).toBeGreaterThan(0);
    expect(raw.indexOf("\u001b[?2004l")).toBeLessThan(raw.indexOf("the process was ended"));
  });
});

describe("terminals", () => {
  it("one end that is no terminal is a usage error at once, and a prompt is one turn", async () => {
    const cwd = tempFolder();
    const run = async (command: string): Promise<string> => {
      const screen = await openScreen(["bash", "--norc", "-c", `${command}; echo "code $?"`], { cwd });
      onTestFinished(() => screen.close());
      await screen.exited;
      await screen.waitFor(/code \d/);
      return screen.all().join("\n");
    };
    expect(await run(`node ${MM_BIN} < /dev/null`)).toMatch(/there is no prompt[^]*code 2/);
    const script = '{"turns":[{"text":"One turn."}]}';
    const options = "--provider scripted --model m.json";
    const once = await run(
      `echo '${script}' > m.json; node ${MM_BIN} hi ${options} < /dev/null > out; cat out`,
    );
    expect(once).toMatch(/One turn\.\ncode 0/);
  });

  it("NO_COLOR: no colour anywhere", async () => {
    const { screen, send } = await startLine(
      [{ text: "Some **bold** `code`.", tools: [bash("echo hi")] }, { text: "Done." }],
      {
        env: { NO_COLOR: "1" },
      },
    );
    await screen.waitFor("yolo >");
    send("go");
    await screen.waitFor(/Done\.[^]*yolo >/);
    expect(screen.all()).toContain("Some bold `code`.");
    expect(screen.raw()).not.toMatch(COLOUR);
  });

  it("TERM=dumb: not one escape byte, and it works", async () => {
    const { screen, send } = await startLine(
      [
        { text: "Some **bold** text.", tools: [bash("echo hi")] },
        { expect: { result: "no, thanks" }, text: "Well." },
      ],
      { env: { TERM: "dumb" }, args: ["--mode", "ask"] },
    );
    await screen.waitFor("ask > ");
    send("go");
    await screen.waitFor("d reject for this session:");
    send("r no, thanks");
    await screen.waitFor("Well.");
    send("one \\");
    await screen.waitFor("... ");
    send("/exit");
    await screen.waitFor("scripted model");
    send("/exit");
    expect(await screen.exited).toBe(0);
    expect(screen.all()).toContain("Some bold text.");
    expect(screen.raw()).not.toContain("\u001b");
  });

  it("20 columns: everything fits and the prompt stays usable", async () => {
    const { screen, send } = await startLine(
      [
        {
          text: "A sentence that is longer than the terminal is wide.",
          tools: [bash("echo 12345678901234567890123")],
        },
        { text: "Done." },
      ],
      { cols: 20, rows: 40, args: ["--mode", "ask"] },
    );
    await screen.waitFor("ask >");
    send("a prompt of more than twenty");
    await screen.waitFor("[a] allow once");
    expect(screen.lines()).toContain("A sentence that is");
    screen.type("a");
    await screen.waitFor("Done.");
    await screen.waitFor(/Done\.[^]*\nask >/);
    expect(screen.lines()).toContain("   123456789012345…");
  });

  it("CJK and emoji: cells are counted, characters stay whole", async () => {
    const { screen, send } = await startLine([{ text: "漢字".repeat(30) }, { text: "- 🎉 done" }], {
      cols: 31,
    });
    await screen.waitFor("yolo >");
    screen.type("漢字かな");
    await screen.waitFor("漢字かな");
    await screen.until(() => screen.cursor().column === 15, "the cursor behind the fourth character");
    screen.type("\u001b[D\u007f");
    await screen.waitFor("漢字な");
    await screen.until(() => screen.cursor().column === 11, "the cursor behind the second character");
    send("");
    await screen.waitFor(/漢字漢字\n\n[^]*yolo >/);
    const rows = screen.lines().filter((row) => /^(?:漢字?|字漢?)+$/.test(row) && row.length > 4);
    expect(rows.join("")).toBe("漢字".repeat(30));
    expect(Math.max(...rows.map((row) => row.length))).toBe(15);
    send("more");
    await screen.waitFor("• 🎉 done");
  });

  it("works in tmux as on a bare terminal", async () => {
    const cwd = tempFolder();
    const socket = join(cwd, "tmux");
    const tmux = (...args: string[]): string =>
      execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
        cwd,
        env: cleanEnv(cwd),
        encoding: "utf8",
      });
    const until = async (text: string): Promise<string> => {
      for (let tries = 0; tries < 300; tries += 1) {
        const shown = tmux("capture-pane", "-p", "-t", "t", "-S", "-100");
        if (shown.includes(text)) return shown;
        await sleep(50);
      }
      throw new Error(`${text} did not come\n${tmux("capture-pane", "-p", "-t", "t")}`);
    };
    const turns = JSON.stringify({ turns: [{ text: "Hello from tmux." }] });
    tmux("new-session", "-d", "-x", "60", "-y", "15", "-s", "t", "bash --norc --noprofile");
    onTestFinished(() => void tmux("kill-server"));
    tmux(
      "send-keys",
      "-t",
      "t",
      `echo '${turns}' > m.json; clear; node ${MM_BIN} --line --yolo --provider scripted --model m.json`,
      "Enter",
    );
    await until("yolo >");
    tmux("send-keys", "-t", "t", "a prompt that is long enough to be cut in two", "");
    await until("cut in two");
    tmux("resize-window", "-t", "t", "-x", "30", "-y", "15");
    await sleep(400);
    tmux("resize-window", "-t", "t", "-x", "70", "-y", "15");
    await sleep(400);
    const drafted = await until("cut in two");
    expect(drafted.split("a prompt that").length).toBe(2);
    tmux("send-keys", "-t", "t", "Enter");
    const shown = await until("Hello from tmux.");
    expect(shown.split("a prompt that is long enough to be cut in two").length).toBe(2);
    tmux("send-keys", "-t", "t", "C-d");
    await until("bash");
  });
});
