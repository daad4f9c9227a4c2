import { describe, expect, it } from "vitest";
import type { ToolKind } from "../tool/types.js";
import { escapePattern } from "./pattern.js";
import { createPolicy } from "./policy.js";
import type { Decision, Mode, Rule } from "./types.js";

const rule = (tool: string, pattern: string, decision: Decision): Rule => ({
  tool,
  pattern,
  decision,
  source: "config.yaml:1",
});

function judge(
  mode: Mode,
  rules: Rule[],
  kind: ToolKind,
  values: string[],
  more: { unparsed?: boolean; outside?: boolean; tool?: string } = {},
) {
  const tool = more.tool ?? "bash";
  return createPolicy({ mode, rules }).judge({
    tool,
    kind,
    checks: values.map((value) => ({ tool, value })),
    ...more,
  }).decision;
}

describe("modes without rules", () => {
  it.each<[Mode, ToolKind, string]>([
    ["ask", "read", "allow"],
    ["ask", "search", "allow"],
    ["ask", "fetch", "allow"],
    ["ask", "think", "allow"],
    ["ask", "edit", "ask"],
    ["ask", "execute", "ask"],
    ["ask", "ask", "ask"],
    ["ask", "other", "ask"],
    ["edits", "edit", "allow"],
    ["edits", "delete", "allow"],
    ["edits", "move", "allow"],
    ["edits", "execute", "ask"],
    ["yolo", "execute", "allow"],
    ["yolo", "other", "allow"],
    ["plan", "read", "allow"],
    ["plan", "edit", "deny"],
    ["plan", "execute", "deny"],
    ["plan", "ask", "deny"],
  ])("%s lets a call of kind %s: %s", (mode, kind, expected) => {
    expect(judge(mode, [], kind, ["x"])).toBe(expected);
  });

  it("asks in mode edits for a path outside the folder", () => {
    expect(judge("edits", [], "edit", ["/etc/hosts"], { outside: true })).toBe("ask");
  });
});

describe("rules", () => {
  it("lets any deny win, in every mode, however specific another rule is", () => {
    const rules = [rule("*", "rm *", "deny"), rule("bash", "rm -rf build", "allow")];
    for (const mode of ["ask", "edits", "yolo", "plan"] as const)
      expect(judge(mode, rules, "execute", ["rm -rf build"])).toBe("deny");
  });

  it("takes the most specific of the others: named over *, then the longer literal start, then the stricter", () => {
    expect(
      judge("yolo", [rule("*", "git push --force", "allow"), rule("bash", "git *", "ask")], "execute", [
        "git push --force",
      ]),
    ).toBe("ask");
    expect(
      judge("ask", [rule("bash", "git *", "ask"), rule("bash", "git status*", "allow")], "execute", [
        "git status",
      ]),
    ).toBe("allow");
    expect(
      judge("yolo", [rule("bash", "git *", "allow"), rule("bash", "git *", "ask")], "execute", ["git x"]),
    ).toBe("ask");
  });

  it("judges the parts of a compound call singly and takes the strictest", () => {
    const rules = [rule("bash", "git *", "allow"), rule("bash", "curl *", "deny")];
    expect(judge("ask", rules, "execute", ["git status", "git log"])).toBe("allow");
    expect(judge("ask", rules, "execute", ["git status", "make"])).toBe("ask");
    expect(judge("yolo", rules, "execute", ["git status", "curl x"])).toBe("deny");
  });

  it("asks for what cannot be parsed, in yolo only where a rule restricts the tool", () => {
    const unparsed = { unparsed: true };
    const command = ["git $(x)"];
    expect(judge("ask", [rule("bash", "git *", "allow")], "execute", command, unparsed)).toBe("ask");
    expect(judge("ask", [rule("bash", "git $(x)", "allow")], "execute", command, unparsed)).toBe("allow");
    expect(judge("ask", [rule("bash", "*", "allow")], "execute", command, unparsed)).toBe("allow");
    const both = [rule("bash", "*", "allow"), rule("bash", "rm *", "deny")];
    expect(judge("ask", both, "execute", command, unparsed)).toBe("ask");
    expect(judge("yolo", [], "execute", command, unparsed)).toBe("allow");
    expect(judge("yolo", [rule("bash", "rm *", "deny")], "execute", command, unparsed)).toBe("ask");
    expect(judge("yolo", [rule("edit_file", "x", "deny")], "execute", command, unparsed)).toBe("allow");
  });

  it("takes a tool's name in any case", () => {
    expect(judge("yolo", [rule("Bash", "echo *", "deny")], "execute", ["echo hi"])).toBe("deny");
  });

  it("matches path checks as paths", () => {
    const policy = createPolicy({ mode: "ask", rules: [rule("edit_file", "src/*", "allow")] });
    const decide = (value: string) =>
      policy.judge({ tool: "edit_file", kind: "edit", checks: [{ tool: "edit_file", value, type: "path" }] })
        .decision;
    expect(decide("src/a.ts")).toBe("allow");
    expect(decide("lib/a.ts")).toBe("ask");
  });
});

describe("remembered answers", () => {
  const question = {
    tool: "bash",
    kind: "execute" as const,
    checks: [{ tool: "bash", value: "make | tee f" }],
    unparsed: true,
  };

  it("settle an ask word for word, also what could not be parsed, but never a deny", () => {
    const policy = createPolicy({ mode: "ask", rules: [] });
    expect(policy.judge(question).decision).toBe("ask");
    policy.remember([{ ...rule("bash", "make | tee f", "allow"), source: "this session" }]);
    expect(policy.judge(question)).toMatchObject({ decision: "allow", why: "allowed before (this session)" });
    const strict = createPolicy({
      mode: "ask",
      rules: [rule("bash", "make*", "deny")],
      remembered: policy.remembered(),
    });
    expect(strict.judge(question).decision).toBe("deny");
  });

  it("settle everything when they are about the whole text, and only that text", () => {
    const whole = "cd build && rm -f *";
    const call = (text: string, parts: string[]) => ({
      tool: "bash",
      kind: "execute" as const,
      checks: parts.map((value) => ({ tool: "bash", value })),
      unparsed: true,
      whole: text,
    });
    const answer = rule("bash", escapePattern(whole), "allow");
    const policy = createPolicy({ mode: "ask", rules: [rule("bash", "rm *", "ask")], remembered: [answer] });
    expect(policy.judge(call(whole, ["cd build", "rm -f *"])).decision).toBe("allow");
    expect(policy.judge(call("rm -f *", ["rm -f *"])).decision).toBe("ask");
    expect(policy.judge(call("cd src && rm -f *", ["cd src", "rm -f *"])).decision).toBe("ask");
    const strict = createPolicy({ mode: "ask", rules: [rule("bash", "rm *", "deny")], remembered: [answer] });
    expect(strict.judge(call(whole, ["cd build", "rm -f *"])).decision).toBe("deny");
    const no = createPolicy({ mode: "yolo", rules: [], remembered: [{ ...answer, decision: "deny" }] });
    expect(no.judge(call(whole, ["cd build", "rm -f *"])).decision).toBe("reject");
  });

  it("can reject without asking again, and can be forgotten", () => {
    const policy = createPolicy({ mode: "yolo", rules: [], remembered: [rule("bash", "make*", "deny")] });
    expect(policy.judge({ ...question, unparsed: false }).decision).toBe("reject");
    policy.forget((r) => r.pattern === "make*");
    expect(policy.judge({ ...question, unparsed: false }).decision).toBe("allow");
  });
});
