import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Answer, Rule } from "../permission/types.js";
import { answering, cwd, echo, setup } from "./fixtures/dispatch-kit.js";

describe("permission", () => {
  const edit = echo("edit", "edit", {
    plan: ({ text: given }) => ({
      title: given,
      permission: {
        subject: "rename",
        checks: [{ tool: "edit", value: given, type: "path" }],
        remember: ["src/**"],
      },
    }),
  });

  it("asks with the plan, the options and the rule to be stored, and runs what is allowed", async () => {
    const { asked, ask } = answering({ outcome: "once" });
    const { run, types } = setup({ mode: "ask", tools: [edit], ask });
    expect((await run(["edit", { text: "src/a" }]))[0]?.result.text).toBe("src/a");
    expect(asked[0]).toMatchObject({
      tool: "edit",
      title: "src/a",
      kind: "edit",
      subject: "rename",
      agent: [],
    });
    expect(asked[0]?.options).toContainEqual({
      id: "project",
      label: "Always allow in this project",
      rule: "edit: src/**",
    });
    expect(types()).toEqual([
      "tool.planned",
      "permission.asked",
      "permission.answered",
      "tool.started",
      "tool.done",
    ]);
  });

  it.each<[Answer, string, string]>([
    [{ outcome: "reject" }, "[rename rejected by the user]", "rejected"],
    [{ outcome: "reject", reason: "use npm" }, "[rename rejected by the user: use npm]", "rejected"],
    [{ outcome: "reject_session" }, "[rename rejected by the user]", "rejected"],
    [{ outcome: "cancelled" }, "[cancelled before it ran]", "cancelled"],
  ])("turns the answer %j into a refusal", async (answer, refusal, code) => {
    const { run } = setup({ mode: "ask", tools: [edit], ask: answering(answer).ask });
    expect((await run(["edit", { text: "src/a" }]))[0]?.result).toEqual({ ok: false, code, text: refusal });
  });

  it("remembers session answers, hands on what is to be stored, and stops asking after reject_session", async () => {
    const stored: unknown[] = [];
    const allowed = answering({ outcome: "project" });
    const first = setup({
      mode: "ask",
      tools: [edit],
      ask: allowed.ask,
      onRemember: (rules, scope) => void stored.push([scope, rules]),
    });
    await first.run(["edit", { text: "src/a" }], ["edit", { text: "src/b" }]);
    expect(allowed.asked).toHaveLength(1);
    expect(stored).toEqual([
      ["project", [{ tool: "edit", pattern: "src/**", decision: "allow", source: "this project" }]],
    ]);

    const refused = answering({ outcome: "reject_session" });
    const second = setup({ mode: "ask", tools: [edit], ask: refused.ask });
    const outcomes = await second.run(["edit", { text: "src/a" }], ["edit", { text: "src/b" }]);
    expect(refused.asked).toHaveLength(1);
    expect(outcomes[1]?.result.text).toBe("[rename rejected by the user]");
  });

  it("rejects where nobody can be asked and says how to allow it", async () => {
    const { run, events } = setup({ mode: "ask", tools: [edit] });
    expect((await run(["edit", { text: "src/a" }]))[0]?.result).toEqual({
      ok: false,
      code: "rejected",
      text: "[rename rejected by the user]",
    });
    expect(events.find((event) => event.type === "notice")).toMatchObject({
      text: expect.stringContaining("It runs with --allow 'edit:src/**'.") as string,
    });
  });

  it("denies by rule in every mode, without asking", async () => {
    const { asked, ask } = answering();
    const rules: Rule[] = [{ tool: "edit", pattern: "src/**", decision: "deny", source: "config" }];
    const { run } = setup({ mode: "yolo", rules, tools: [edit], ask });
    expect((await run(["edit", { text: "src/a" }]))[0]?.result).toEqual({
      ok: false,
      code: "denied",
      text: "[edit denied by rule src/**]",
    });
    expect(asked).toEqual([]);
  });

  it("judges a path by where it really leads, so that a link gets round no rule", async () => {
    writeFileSync(join(cwd(), "secret.txt"), "x");
    symlinkSync("secret.txt", join(cwd(), "link"));
    symlinkSync("/etc", join(cwd(), "etc"));
    const rules: Rule[] = ["**/secret*", "/etc/**"].map((pattern) => ({
      tool: "edit",
      pattern,
      decision: "deny",
      source: "config",
    }));
    const { run } = setup({ rules, tools: [edit] });
    const outcomes = await run(
      ["edit", { text: "link" }],
      ["edit", { text: "etc/hosts" }],
      ["edit", { text: "other" }],
    );
    expect(outcomes.map((o) => o.result.text)).toEqual([
      "[edit denied by rule **/secret*]",
      "[edit denied by rule /etc/**]",
      "other",
    ]);
    const allow = setup({
      mode: "ask",
      rules: [{ tool: "edit", pattern: "*", decision: "allow", source: "config" }],
      tools: [edit],
    });
    expect((await allow.run(["edit", { text: "etc/hosts" }]))[0]?.result.ok).not.toBe(false);
    const narrow = setup({
      mode: "ask",
      rules: [{ tool: "edit", pattern: "etc/**", decision: "allow", source: "config" }],
      tools: [edit],
    });
    expect((await narrow.run(["edit", { text: "etc/hosts" }]))[0]?.result.code).toBe("rejected");
  });

  it("denies before a plan that ends early can tell what a file holds", async () => {
    const peek = echo("peek", "edit", {
      plan: ({ text: given }) => ({
        title: given,
        refuse: { text: "it says hunter2" },
        permission: {
          checks: [
            { tool: "peek", value: given, type: "path" },
            { tool: "read_file", value: given, type: "path", only: "deny" },
          ],
        },
      }),
    });
    for (const tool of ["peek", "read_file"]) {
      const { run } = setup({
        rules: [{ tool, pattern: "secret*", decision: "deny", source: "config" }],
        tools: [peek],
      });
      expect((await run(["peek", { text: "secret.env" }]))[0]?.result).toEqual({
        ok: false,
        code: "denied",
        text: "[peek denied by rule secret*]",
      });
      expect((await run(["peek", { text: "open.txt" }]))[0]?.result.text).toBe("it says hunter2");
    }
  });

  it("does not ask about a check that counts for denials only", async () => {
    const both = echo("both", "edit", {
      plan: ({ text: given }) => ({
        title: given,
        permission: {
          checks: [
            { tool: "both", value: given },
            { tool: "read_file", value: given, only: "deny" },
          ],
        },
      }),
    });
    const { run } = setup({
      mode: "ask",
      rules: [{ tool: "both", pattern: "*", decision: "allow", source: "config" }],
      tools: [both],
    });
    expect((await run(["both", { text: "a" }]))[0]?.result.text).toBe("a");
  });

  it("refuses every change in plan mode", async () => {
    const { run } = setup({ mode: "plan", tools: [edit, echo("look", "read")] });
    const outcomes = await run(["edit", { text: "src/a" }], ["look", { text: "seen" }]);
    expect(outcomes.map((o) => o.result.text)).toEqual([
      "[edit denied by plan mode: it only reads, searches, fetches and thinks]",
      "seen",
    ]);
  });

  it("does not let a front end that throws run the call", async () => {
    const { run } = setup({
      mode: "ask",
      tools: [edit],
      ask: () => Promise.reject(new Error("no terminal")),
    });
    expect((await run(["edit", { text: "src/a" }]))[0]?.result.code).toBe("rejected");
  });
});
