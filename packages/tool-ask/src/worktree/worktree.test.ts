import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { openAsk, writeFiles, type AskTest } from "../fixtures/open-ask.js";

function gitIn(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
}

/** A repository with one commit. */
function repository(files: Readonly<Record<string, string>> = { "a.txt": "one\n" }): string {
  const folder = tempFolder("mm-repo-");
  gitIn(folder, "init", "-q", "-b", "main");
  writeFiles(folder, files);
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-q", "-m", "first");
  return folder;
}

/** An agent whose model runs one command. */
function worker(cwd: string, command: string, home = tempFolder("mm-ask-home-")): Promise<AskTest> {
  const turns = [{ tools: [{ name: "bash", input: { command } }] }, { text: "Done." }];
  return openAsk({
    home,
    cwd,
    files: {
      "w.json": { turns },
      "w.yaml": { provider: "scripted", model: join(home, "w.json") },
    },
    settings: { mmConfigs: { w: { config: join(home, "w.yaml") } } },
  });
}

const isolated = { agent: "w", prompt: "Change it", isolation: "worktree" };
const trees = (folder: string): number => gitIn(folder, "worktree", "list").trim().split("\n").length;
const branches = (folder: string): string[] =>
  gitIn(folder, "branch", "--format=%(refname:short)").trim().split("\n").toSorted();

describe("isolation: worktree", { timeout: 60_000 }, () => {
  it("leaves the folder alone and gives the change as a branch and a patch that applies", async () => {
    const cwd = repository();
    writeFileSync(join(cwd, "mine.txt"), "not committed\n");
    const { ask } = await worker(cwd, "echo two >> a.txt; echo new > b.txt");
    const result = await ask(isolated);
    const data = result.data as { branch: string; patch: string; kept?: string };
    expect(result.text).toContain("Done.\n\n[the agent's change is on the branch mm/w-");
    expect(result.text).toContain("1 uncommitted changes of your folder were not in it");
    expect(result.text).toContain("+two\n");
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("one\n");
    expect(existsSync(join(cwd, "b.txt"))).toBe(false);
    expect(data.kept).toBeUndefined();
    expect(trees(cwd)).toBe(1);
    expect(gitIn(cwd, "show", `${data.branch}:b.txt`)).toBe("new\n");
    gitIn(cwd, "apply", "--3way", data.patch);
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("goes without a trace when nothing was changed", async () => {
    const cwd = repository();
    const { ask, home } = await worker(cwd, "cat a.txt");
    expect((await ask(isolated)).text).toBe("Done.\n\n[the agent changed nothing]");
    expect(trees(cwd)).toBe(1);
    expect(branches(cwd)).toEqual(["main"]);
    const [key = ""] = readdirSync(join(home, "state/mm/worktrees"));
    expect(readdirSync(join(home, "state/mm/worktrees", key))).toEqual([]);
  });

  it("keeps commits of the agent itself, and what it did after leaving the branch", async () => {
    const cwd = repository();
    const commit = "git -c user.name=t -c user.email=t@t commit -q -am";
    const { ask } = await worker(
      cwd,
      `echo two >> a.txt; ${commit} second; git checkout -q --detach; echo three >> a.txt; ${commit} third; echo four >> a.txt`,
    );
    const { branch } = (await ask(isolated)).data as { branch: string };
    expect(branch).toMatch(/-end$/);
    expect(gitIn(cwd, "show", `${branch}:a.txt`)).toBe("one\ntwo\nthree\nfour\n");
    expect(gitIn(cwd, "show", `${branch.replace(/-end$/, "")}:a.txt`)).toBe("one\ntwo\n");
  });

  it("keeps the folder when git would not keep what is in it", async () => {
    const cwd = repository({ "a.txt": "one\n", ".gitignore": "notes/\n" });
    const { ask } = await worker(cwd, "mkdir notes; echo dear > notes/x; echo two >> a.txt");
    const { text, data } = await ask(isolated);
    const { kept = "" } = data as { kept?: string };
    expect(text).toContain(`[the folder ${kept} stays, because git does not keep notes/; `);
    expect(readFileSync(join(kept, "notes/x"), "utf8")).toBe("dear\n");
    expect(trees(cwd)).toBe(2);
  });

  it("keeps a repository within", async () => {
    const cwd = repository();
    const { ask } = await worker(
      cwd,
      "git init -q inner; cd inner; echo x > x; git add x; git -c user.name=t -c user.email=t@t commit -q -m x",
    );
    const { kept = "" } = (await ask(isolated)).data as { kept?: string };
    expect(readFileSync(join(kept, "inner/x"), "utf8")).toBe("x\n");
  });

  it("keeps what an agent had done when its question is cancelled", async () => {
    const cwd = repository();
    const { ask, of } = await worker(cwd, "echo two >> a.txt; sleep 600");
    const stop = new AbortController();
    const asked = ask(isolated, stop.signal);
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (of("tool.started").length === 0) return;
        clearInterval(look);
        setTimeout(resolve, 300);
      }, 20);
    });
    stop.abort();
    const { branch } = (await asked).data as { branch: string };
    expect(gitIn(cwd, "show", `${branch}:a.txt`)).toBe("one\ntwo\n");
  });

  it("runs no hook and no program that the repository names", async () => {
    const cwd = repository();
    const hook = join(cwd, ".git/hooks/post-checkout");
    writeFileSync(hook, '#!/bin/sh\ntouch "$HOME/ran"\n', { mode: 0o755 });
    writeFileSync(join(cwd, ".git/hooks/pre-commit"), '#!/bin/sh\ntouch "$HOME/ran"; exit 1\n', {
      mode: 0o755,
    });
    const { ask, home } = await worker(cwd, "echo two >> a.txt");
    expect((await ask(isolated)).text).toContain("[the agent's change is on the branch");
    expect(existsSync(join(home, "ran"))).toBe(false);
  });

  it("makes a patch that applies, whatever the bytes, the configuration of git and the prompt", async () => {
    const cwd = repository({ "a.txt": "one\n" });
    for (const [key, value] of [
      ["color.ui", "always"],
      ["diff.noprefix", "true"],
      ["status.showUntrackedFiles", "no"],
    ] as const)
      gitIn(cwd, "config", key, value);
    const { ask } = await worker(cwd, String.raw`printf 'caf\351\n' > latin1.txt; printf 'a\0b' > bin`);
    const { data, text } = await ask({ ...isolated, prompt: "\u0000\nChange\u0000 it" });
    const { branch, patch } = data as { branch: string; patch: string };
    expect(gitIn(cwd, "log", "-1", "--format=%s", branch)).toBe("w: Change it\n");
    expect(text).toContain("\n+++ b/latin1.txt\n");
    gitIn(cwd, "apply", "--index", patch);
    expect(readFileSync(join(cwd, "latin1.txt"))).toEqual(Buffer.from("caf\u00e9\n", "latin1"));
    expect(gitIn(cwd, "diff", "--cached", "--stat", branch)).toBe("");
  });

  it("keeps files that git ignores also where it is told not to look for new ones", async () => {
    const cwd = repository({ ".gitignore": "secret\n" });
    gitIn(cwd, "config", "status.showUntrackedFiles", "no");
    const { ask } = await worker(cwd, "echo x > secret");
    const { kept } = (await ask(isolated)).data as { kept: string };
    expect(readFileSync(join(kept, "secret"), "utf8")).toBe("x\n");
  });

  it("shows where the change is however long answer and patch are", async () => {
    const cwd = repository();
    const home = tempFolder("mm-ask-home-");
    const long = "word ".repeat(2000);
    const { ask } = await openAsk({
      home,
      cwd,
      maxOutput: 4000,
      files: {
        "w.json": {
          turns: [
            { tools: [{ name: "bash", input: { command: "seq 9999 > a.txt" } }] },
            { text: long, loop: true },
          ],
        },
        "w.yaml": { provider: "scripted", model: join(home, "w.json") },
      },
      settings: { mmConfigs: { w: { config: join(home, "w.yaml") } } },
    });
    const one = (await ask(isolated)).text;
    expect(one.length).toBeLessThanOrEqual(4000);
    expect(one).toMatch(
      /^word .*characters left out.*\[the agent's change is on the branch mm\/w-.*bytes in all/s,
    );
    const tasks = [1, 2].map(() => ({ agent: "w", prompt: "x" }));
    const two = (await ask({ tasks, isolation: "worktree" })).text;
    expect(two.length).toBeLessThanOrEqual(4000);
    expect(two.match(/\[the agent's change is on the branch/g)).toHaveLength(2);
  });

  it("works from a folder that holds nothing committed", async () => {
    const top = repository();
    writeFiles(top, { "new/b.txt": "b\n" });
    const { ask } = await worker(join(top, "new"), "echo two > c.txt");
    const { branch } = (await ask(isolated)).data as { branch: string };
    expect(gitIn(top, "show", `${branch}:new/c.txt`)).toBe("two\n");
  });

  it("never takes its folder for a part of a repository around it", async () => {
    const cwd = repository();
    const home = tempFolder("mm-ask-home-");
    gitIn(home, "init", "-q");
    const tree = await worker(cwd, "rm .git; echo two > a.txt", home);
    const result = await tree.ask(isolated);
    expect(result.text).toContain("[the agent's change could not be exported: git add: ");
    expect(readFileSync(join((result.data as { kept: string }).kept, "a.txt"), "utf8")).toBe("two\n");
    expect(gitIn(home, "ls-files")).toBe("");
  });

  it("is refused where there is no repository, or no commit, and never falls back to the folder", async () => {
    const bare = tempFolder("mm-no-repo-");
    const outside = await worker(bare, "touch made");
    expect(await outside.ask(isolated)).toMatchObject({
      ok: false,
      text: `[ask_agent: w failed: isolation "worktree" is not possible, ${bare} is in no git repository — ask without isolation, or run git init and commit first]`,
    });
    gitIn(bare, "init", "-q");
    expect((await outside.ask(isolated)).text).toBe(
      '[ask_agent: w failed: isolation "worktree" is not possible, the repository has no commit yet — commit first, or ask without isolation]',
    );
    expect(existsSync(join(bare, "made"))).toBe(false);
  });

  it("gives each of several tasks its own", async () => {
    const cwd = repository();
    const home = tempFolder("mm-ask-home-");
    const bash = (command: string) => [{ tools: [{ name: "bash", input: { command } }] }, { text: "Done." }];
    const { ask } = await openAsk({
      home,
      cwd,
      files: {
        "1.json": { turns: bash("echo 1 > x") },
        "2.json": { turns: bash("echo 2 > x") },
        "1.yaml": { provider: "scripted", model: join(home, "1.json") },
        "2.yaml": { provider: "scripted", model: join(home, "2.json") },
      },
      settings: {
        mmConfigs: { one: { config: join(home, "1.yaml") }, two: { config: join(home, "2.yaml") } },
      },
    });
    const tasks = ["one", "two"].map((agent) => ({ agent, prompt: "go" }));
    const { data } = await ask({ tasks, isolation: "worktree" });
    const found = (data as { tasks: { branch: string }[] }).tasks;
    expect(found.map(({ branch }) => gitIn(cwd, "show", `${branch}:x`))).toEqual(["1\n", "2\n"]);
  });
});
