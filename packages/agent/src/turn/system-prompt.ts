import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface PromptFacts {
  readonly cwd: string;
  readonly date: Date;
  readonly platform: string;
  /** From the plugins and the configuration, in order. */
  readonly sections: readonly string[];
}

/**
 * The system prompt: under 600 tokens without the sections, and the same for a whole session so that prompt caches hold.
 */
export function systemPrompt({ cwd, date, platform, sections }: PromptFacts): string {
  const facts = [
    `Folder: ${cwd}`,
    `Date: ${date.toISOString().slice(0, 10)}`,
    `Platform: ${platform}`,
    `Git: ${gitState(cwd)}`,
  ];
  return [BASE, facts.join("\n"), ...sections].join("\n\n");
}

const BASE = `You are mm, a coding agent. You work in the person's folder through tools and finish the task you are given.

- Look before you change: read the files that matter and follow the style you find there.
- Do what was asked and nothing beyond it. Do not commit, push or delete unless asked.
- Use the tool made for the purpose before a shell command. Calls that do not depend on each other go into one answer.
- A tool's failure text says what to do next. Do not repeat a call that failed in the same way.
- After a change, check it: run the test, the build or the program.
- Never invent file contents, output or results. If something cannot be done, say so and why.
- Answer briefly in the person's language: what you did, what you found, what is left. Name files as path:line.`;

function gitState(cwd: string): string {
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    const git = join(dir, ".git");
    try {
      const folder = statSync(git).isDirectory()
        ? git
        : resolve(dir, readFileSync(git, "utf8").replace("gitdir:", "").trim());
      const head = readFileSync(join(folder, "HEAD"), "utf8").trim();
      const branch = head.startsWith("ref: refs/heads/")
        ? `branch ${head.slice(16)}`
        : `detached at ${head.slice(0, 12)}`;
      return dir === resolve(cwd) ? branch : `${branch}, root ${dir}`;
    } catch {
      if (dirname(dir) === dir) return "not a repository";
    }
  }
}
