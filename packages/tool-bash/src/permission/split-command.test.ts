import { createPolicy, createWorkspace, type Mode, type Rule } from "@mm-agent/core";
import { print } from "sh-syntax";
import { describe, expect, it } from "vitest";
import { CORPUS, RULES, YOLO } from "./fixtures/corpus.js";
import { splitCommand } from "./split-command.js";

const rules: Rule[] = Object.entries(RULES).flatMap(([tool, decisions]) =>
  Object.entries(decisions).flatMap(([decision, patterns]) =>
    (patterns as readonly string[]).map((pattern): Rule => ({
      tool,
      pattern,
      decision: decision as Rule["decision"],
      source: "test",
    })),
  ),
);
const workspace = createWorkspace({ root: "/work/my project" });
const view = { resolve: (path: string) => workspace.resolve(path), home: "/home/me" };

async function judge(command: string, mode: Mode, remembered: Rule[] = []): Promise<string> {
  const { checks, unparsed = false } = await splitCommand(command, view);
  return createPolicy({ mode, rules, remembered }).judge({ tool: "bash", kind: "execute", checks, unparsed })
    .decision;
}

describe("the permission corpus", () => {
  it("has at least 150 commands", () => {
    expect(new Set(CORPUS.map(([command]) => command)).size).toBeGreaterThanOrEqual(150);
  });
  it.each(CORPUS.map(([command, decision]) => ({ command, decision })))(
    "$decision: $command",
    async ({ command, decision }) => {
      expect(await judge(command, "ask")).toBe(decision);
    },
  );
  it.each(YOLO.map(([command, decision]) => ({ command, decision })))(
    "$decision under yolo: $command",
    async ({ command, decision }) => {
      expect(await judge(command, "yolo")).toBe(decision);
    },
  );
  it("never allows a list because of one of its parts", async () => {
    for (const [command, decision] of CORPUS) {
      if (decision === "allow" || command.includes("<<") || /^(?:#.*)?$/.test(command)) continue;
      const judged = await judge(`git status\n${command}`, "ask");
      expect(judged, command).not.toBe("allow");
    }
  });
});

describe("an answer", () => {
  it("covers the same command again, whatever it is, and nothing else (13)", async () => {
    for (const command of [
      "CC=gcc make",
      "a | tee f",
      "# note\nls",
      "$X y",
      "echo 'half",
      "bash -c 'a b'",
      "x > 'a b'",
    ]) {
      const { checks } = await splitCommand(command, view);
      const escape = (text: string): string => text.replaceAll(/[\\*?]/g, String.raw`\$&`);
      const remembered = checks
        .filter((check) => check.advisory !== true)
        .map(({ tool, value }): Rule => ({
          tool,
          pattern: escape(value),
          decision: "allow",
          source: "this session",
        }));
      expect(await judge(command, "ask", remembered), command).toBe("allow");
      expect(await judge(`${command}\nunknown`, "ask", remembered), command).not.toBe("allow");
    }
  });
});

describe("against mvdan's sh", () => {
  it("what that parser refuses is never taken apart, and its formatted text is judged alike", async () => {
    const shellTexts = CORPUS.map(([command]) => command).filter(
      (command) => command.trim() !== "" && !command.startsWith("#") && !command.includes("\r"),
    );
    // Each text costs a start of the other parser; every third one keeps the test short and touches every group.
    for (const command of shellTexts.filter((_, index) => index % 3 === 0)) {
      let printed: string;
      try {
        printed = await print(command, { filepath: "x.bash" } as Parameters<typeof print>[1]);
      } catch {
        const { unparsed = false } = await splitCommand(command, view);
        // It also refuses texts that bash itself takes; those must at least not be allowed unseen.
        if (!unparsed) expect(REFUSED_BY_MVDAN, command).toContain(command);
        continue;
      }
      expect(await judge(printed, "ask"), `${command}\n---\n${printed}`).toBe(await judge(command, "ask"));
    }
  });
});

/** Bash takes these, with a warning; the other parser does not. */
const REFUSED_BY_MVDAN: readonly string[] = ["cat <<EOF\n$(rm x)"];
