import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cleanEnv, MM_BIN, tempFolder } from "@mm-agent/testkit";
import { expect, it, onTestFinished } from "vitest";

const installed = spawnSync("tmux", ["-V"]).status === 0;

// Where tmux is not installed there is nothing to try it in.
it.skipIf(!installed)(
  "holds inside tmux: a turn, a split pane, a suspend, and the shell as it was",
  async () => {
    const cwd = tempFolder("mm-tmux-");
    const turns = [
      { text: "Inside **tmux**.", tools: [{ name: "bash", input: { command: "echo within" } }] },
      { text: "End." },
    ];
    writeFileSync(join(cwd, "model.json"), JSON.stringify({ turns }));
    const env = cleanEnv(cwd, { MM: MM_BIN, TERM: "xterm-256color" });
    const tmux = (...args: string[]): string =>
      execFileSync("tmux", ["-S", join(cwd, "socket"), "-f", "/dev/null", ...args], {
        env,
        encoding: "utf8",
      });
    const shown = (): string => tmux("capture-pane", "-p", "-t", "mm");
    const until = async (condition: () => boolean, what: string): Promise<void> => {
      for (const end = performance.now() + 15_000; !condition(); await sleep(50))
        if (performance.now() > end) throw new Error(`${what} did not come\n${shown()}`);
    };
    const see = (text: RegExp): Promise<void> => until(() => text.test(shown()), String(text));
    tmux("new-session", "-d", "-x", "90", "-y", "24", "-s", "mm", "-c", cwd, "bash --norc -i");
    onTestFinished(() => void spawnSync("tmux", ["-S", join(cwd, "socket"), "kill-server"], { env }));
    await see(/[$#]\s*$/m);
    tmux("send-keys", "-t", "mm", `node "$MM" --provider scripted --model model.json --yolo`, "Enter");
    await see(/@ scripted[^]*─{8}/);
    tmux("send-keys", "-t", "mm", "go", "Enter");
    await see(/‣ bash {2}echo within {2}✓[^]*End\./);
    tmux("split-window", "-t", "mm", "-v", "-l", "8", "sleep 60");
    tmux("select-pane", "-t", "mm.0");
    await until(
      () => tmux("capture-pane", "-p", "-t", "mm.0").trimEnd().endsWith("yolo"),
      "the smaller window",
    );
    tmux("kill-pane", "-t", "mm.1");
    await see(/mm \[go\] · model\.json[^]*yolo\s*$/);
    tmux("send-keys", "-t", "mm", "C-z");
    await see(/Stopped/);
    tmux("send-keys", "-t", "mm", "fg", "Enter");
    await see(/mm \[go\] · model\.json[^]*End\.[^]*yolo\s*$/);
    tmux("send-keys", "-t", "mm", "C-d");
    await see(/End\.[^]*[$#]\s*$/m);
    expect(tmux("display-message", "-p", "-t", "mm", "#{alternate_on} #{mouse_any_flag}").trim()).toBe("0 0");
    expect(shown()).not.toContain("· model.json");
  },
);

it.skipIf(!installed).each(["", "--line"])(
  "ends with what it runs when the server of tmux goes %s",
  async (how) => {
    const cwd = tempFolder("mm-tmux-");
    const run = { name: "bash", input: { command: "echo $$ > running; exec sleep 30" } };
    writeFileSync(join(cwd, "model.json"), JSON.stringify({ turns: [{ text: "On it.", tools: [run] }] }));
    const env = cleanEnv(cwd, { MM: MM_BIN, TERM: "xterm-256color" });
    const tmux = (...args: string[]): void =>
      void spawnSync("tmux", ["-S", join(cwd, "socket"), "-f", "/dev/null", ...args], { env });
    const line = `sh -c 'echo $$ > mm; exec node "$MM" --provider scripted --model model.json --yolo ${how} go'; true`;
    tmux("new-session", "-d", "-x", "90", "-y", "24", "-c", cwd, line);
    onTestFinished(() => tmux("kill-server"));
    const pidIn = (name: string): string => {
      const file = join(cwd, name);
      return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
    };
    const until = async (condition: () => boolean, what: string): Promise<void> => {
      for (const end = performance.now() + 15_000; !condition(); await sleep(50))
        if (performance.now() > end) throw new Error(`${what} did not come`);
    };
    await until(() => pidIn("running") !== "", "the command");
    const [mm, command] = [pidIn("mm"), pidIn("running")];
    tmux("kill-server");
    try {
      await until(() => !existsSync(`/proc/${mm}`), "the end of mm");
      await until(() => !existsSync(`/proc/${command}`), "the end of the command");
    } finally {
      for (const pid of [mm, command]) if (existsSync(`/proc/${pid}`)) process.kill(Number(pid), "SIGKILL");
    }
  },
);
