import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visibleWidth } from "@earendil-works/pi-tui";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { createTheme } from "../theme/create-theme.js";
import { footerRow, type FooterFacts } from "./footer.js";
import { gitBranch } from "./git-branch.js";
import { headerRow } from "./header.js";
import { statusRows } from "./status.js";

const theme = createTheme({ name: "dark", colours: 0 });

describe("the header", () => {
  const facts = { own: undefined, title: undefined, model: "qwen3:8b", provider: "ollama", asked: [] };

  it("names the model, and the title that was set", () => {
    expect(headerRow(facts, theme, 40).trimEnd()).toBe("mm · qwen3:8b @ ollama");
    expect(headerRow({ ...facts, title: "" }, theme, 40).trimEnd()).toBe("mm · qwen3:8b @ ollama");
    expect(headerRow({ ...facts, title: "why ".repeat(30) }, theme, 90).trimEnd()).toBe(
      `mm [${"why ".repeat(9)}why…] · qwen3:8b @ ollama`,
    );
    expect(headerRow({ ...facts, own: "shop", title: "why?" }, theme, 40).trimEnd()).toBe(
      "mm [shop] · qwen3:8b @ ollama",
    );
  });

  it("names who asked the agent at work", () => {
    const asked = ["mm [reviewer] · big @ anthropic"];
    expect(headerRow({ ...facts, title: "why?", asked }, theme, 80).trimEnd()).toBe(
      "mm [reviewer] · big @ anthropic · asked by mm",
    );
    expect(headerRow({ ...facts, own: "shop", asked: [...asked, "mm [helper]"] }, theme, 80).trimEnd()).toBe(
      "mm [helper] · asked by mm [reviewer]",
    );
  });

  it("names a model that is a file without its folders", () => {
    const header = (model: string): string => headerRow({ ...facts, model }, theme, 80).trimEnd();
    expect(header("/srv/scripts/fix.json")).toBe("mm · fix.json @ ollama");
    expect(header("../fix.yaml")).toBe("mm · fix.yaml @ ollama");
    expect(header(String.raw`C:\models\qwen.gguf`)).toBe("mm · qwen.gguf @ ollama");
    expect(header("openai/gpt-5")).toBe("mm · openai/gpt-5 @ ollama");
    const asked = ["mm [Critic] · /srv/scripts/critic.json @ scripted"];
    expect(headerRow({ ...facts, asked }, theme, 80).trimEnd()).toBe(
      "mm [Critic] · critic.json @ scripted · asked by mm",
    );
  });

  it("names no model before it is known", () => {
    expect(headerRow({ ...facts, model: "", provider: "" }, theme, 40).trimEnd()).toBe("mm");
  });

  it("cuts the title before the model in a narrow window", () => {
    const long = { ...facts, title: "why does the test fail?" };
    expect(headerRow(long, theme, 40)).toBe("mm [why does the t…] · qwen3:8b @ ollama");
    expect(headerRow(long, theme, 28).trimEnd()).toBe("mm · qwen3:8b @ ollama");
  });

  it("is one row of the window, whatever a model is called", () => {
    for (const width of [1, 8, 30]) {
      const row = headerRow({ ...facts, model: "日本語\n\x1b[2Jmodel ".repeat(9) }, theme, width);
      expect(visibleWidth(row)).toBe(width);
      expect(row).not.toContain("[2J");
    }
  });
});

describe("the footer", () => {
  const facts: FooterFacts = {
    folder: "~/src/clock",
    branch: "main",
    usage: { input: 9000, output: 3000, cost: 0.5 },
    filled: 16_000,
    window: 64_000,
    mode: "ask",
    waiting: 2,
  };

  it("tells folder, branch, tokens, share, cost, waiting and mode", () => {
    expect(footerRow(facts, theme, 90)).toBe(
      ` ~/src/clock · main · 12k tokens · 25% of 64k · $0.50 · 2 waiting${" ".repeat(21)}ask `,
    );
  });

  it("gives way from the left and keeps the mode", () => {
    expect(footerRow(facts, theme, 58).trim()).toMatch(/^main · 12k tokens .* ask$/);
    expect(footerRow(facts, theme, 20).trim()).toMatch(/^2 waiting +ask$/);
    for (const width of [1, 3, 5, 12]) expect(visibleWidth(footerRow(facts, theme, width))).toBe(width);
  });

  it("says nothing of what is not known", () => {
    const bare = { ...facts, usage: { input: 0, output: 0 }, filled: 0, window: undefined, waiting: 0 };
    expect(footerRow({ ...bare, branch: undefined }, theme, 30).trim()).toMatch(/^~\/src\/clock +ask$/);
  });
});

describe("the rows above the editor", () => {
  const idle = { work: undefined, hint: undefined, waiting: [], cancel: "Esc", still: false };

  it("are one blank row while nothing happens", () => {
    expect(statusRows(idle, theme, 40)).toEqual([""]);
  });

  it("tell what runs, what waits, and a hint instead", () => {
    const work = { word: "Running", tail: "line of output", ms: 61_000 };
    const waiting = ["one\ntwo", "b", "c", "d", "e"];
    expect(statusRows({ ...idle, work, waiting, still: true }, theme, 80)).toEqual([
      " ⏳ one two",
      " ⏳ b",
      " ⏳ c",
      " ⏳ 2 more",
      " • Running · 1 min 1 s · Esc cancels · line of output",
    ]);
    expect(statusRows({ ...idle, work, hint: "Ctrl-C again leaves." }, theme, 80)).toEqual([
      " Ctrl-C again leaves.",
    ]);
  });
});

it("breaks a hint that is wider than the window", () => {
  const facts = {
    work: undefined,
    hint: "there is no command /nosuch; /help lists them",
    waiting: [],
    cancel: "Esc",
    still: true,
  };
  expect(statusRows(facts, theme, 30)).toEqual([" there is no command /nosuch;", " /help lists them"]);
});

it("reads the branch of a repository, a worktree, and a commit that stands alone", () => {
  const root = tempFolder();
  mkdirSync(join(root, "repo/.git"), { recursive: true });
  mkdirSync(join(root, "repo/deep/er"), { recursive: true });
  writeFileSync(join(root, "repo/.git/HEAD"), "ref: refs/heads/feature/x\n");
  expect(gitBranch(join(root, "repo/deep/er"))).toBe("feature/x");
  mkdirSync(join(root, "tree"));
  mkdirSync(join(root, "repo/.git/worktrees/tree"), { recursive: true });
  writeFileSync(join(root, "tree/.git"), "gitdir: ../repo/.git/worktrees/tree\n");
  writeFileSync(join(root, "repo/.git/worktrees/tree/HEAD"), "0123456789abcdef0123456789abcdef01234567\n");
  expect(gitBranch(join(root, "tree"))).toBe("01234567");
  expect(gitBranch(root)).toBeUndefined();
});
