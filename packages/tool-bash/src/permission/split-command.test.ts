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
const workspace = createWorkspace({ root: "/srv/my project" });
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
  const escape = (text: string): string => text.replaceAll(/[\\*?]/g, String.raw`\$&`);
  const stored = async (command: string): Promise<Rule[]> => {
    const { checks, remember } = await splitCommand(command, view);
    const own = checks.filter((check) => check.advisory !== true);
    const patterns = remember ?? own.map(({ value }) => escape(value));
    return patterns.map((pattern): Rule => ({
      tool: "bash",
      pattern,
      decision: "allow",
      source: "this session",
    }));
  };

  it.each([
    "CC=gcc make",
    "a | tee f",
    "# note",
    "$X y",
    "echo 'half",
    "bash -c 'a b'",
    "x > 'a b'",
    'for f in build/*.o; do touch -f "$f"; done',
    "cd build && touch -f *",
    "touch $f",
    "touch *",
    "a &",
    "echo $(a)",
    "python3 - <<EOF\nprint(1)\nEOF",
    "python3 - <<< 'print(1)'",
    "cat > s.sh <<EOF\ntouch x\nEOF\nsh s.sh",
    "echo hi | xargs touch -f",
    "xargs touch",
    "python3",
    "python3 -",
    "sh",
    "timeout 5 sh",
  ])("to %j is stored for the whole text (13)", async (command) => {
    expect(await splitCommand(command, view)).toMatchObject({ whole: command, remember: [escape(command)] });
  });
  it.each([
    "npm run build",
    "touch 'a b'",
    "timeout 5 npm run build",
    "python3 a.py",
    "php -r 'a();'",
    "python3 -W x -c 'a()'",
  ])("to %j is stored for the program with these words (13)", async (command) => {
    const permission = await splitCommand(command, view);
    expect(permission.whole).toBe(command);
    expect(permission).not.toHaveProperty("remember");
    expect(await judge(command, "ask", await stored(command))).toBe("allow");
    expect(await judge(`${command}\nunknown`, "ask", await stored(command))).not.toBe("allow");
  });
  it.each([
    ['for f in build/*.o; do touch -f "$f"; done', 'for f in /*; do touch -f "$f"; done'],
    ["touch -f $f", "f=/etc; touch -f $f"],
    ["cd build && touch -f *", "cd / && touch -f *"],
    ["python3 - <<EOF\nprint(1)\nEOF", "python3 - <<EOF\nprint(2)\nEOF"],
    ["python3 -", "python3 - <<EOF\nprint(2)\nEOF"],
    ["python3", "echo 'print(2)' | python3"],
    ["cat > s.sh <<EOF\ntouch x\nEOF\nsh s.sh", "cat > s.sh <<EOF\ntouch /\nEOF\nsh s.sh"],
    ["echo hi | xargs touch -f", "echo / | xargs touch -f"],
  ])("to %j does not cover %j", async (command, other) => {
    expect(await judge(other, "ask", await stored(command))).toBe("ask");
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
