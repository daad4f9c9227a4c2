import type { EventBody } from "@mm-agent/core";
import { describe, expect, it } from "vitest";
import { createStyle } from "../../output/style.js";
import type { Surface } from "./surface.js";
import { createTurnView } from "./turn-view.js";

const style = createStyle({ isTTY: false }, {});

/** A view whose printed rows can be read. */
function bench(previewLines = 3, columns = 40) {
  const printed: string[] = [];
  const surface: Surface = {
    columns,
    rows: 24,
    print: (rows) => void printed.push(...rows),
    gap: () => {
      if (printed.length > 0 && printed.at(-1) !== "") printed.push("");
    },
    live: () => {},
  };
  const view = createTurnView({ surface, style, previewLines, cwd: "/srv" });
  const emit = (body: EventBody, agent?: string[]): void => {
    const base = { v: 1, seq: 0, at: "", session: "s" } as const;
    view.event({ ...base, ...(agent ? { agent } : {}), ...body });
  };
  const plan = (callId: string, tool: string, title: string, agent?: string[]): void =>
    emit(
      { type: "tool.planned", callId, tool, icon: "🔎", title, kind: "read", input: {}, plan: { title } },
      agent,
    );
  const done = (
    callId: string,
    text: string,
    more: Partial<Extract<EventBody, { type: "tool.done" }>> = {},
  ): void =>
    emit({
      type: "tool.done",
      callId,
      tool: "t",
      title: "",
      ok: true,
      text,
      ms: 1,
      echo: "preview",
      ...more,
    });
  const usage = { input: 9, output: 3, cacheRead: 17_102 };
  const end = (reason: "done" | "error" | "cancelled", message?: string): void =>
    emit({
      type: "turn.end",
      reason,
      counters: {
        requests: 1,
        calls: 1,
        byLabel: [{ icon: "🔎", label: "lsp call(s)", count: 2 }],
        usage,
        ms: 4200,
      },
      ...(message === undefined ? {} : { message }),
    });
  return { printed, view, emit, plan, done, end, usage };
}

describe("createTurnView", () => {
  it("prints a turn: words, the call's line before it runs, its output, the recap", () => {
    const { printed, emit, plan, done, end } = bench();
    emit({ type: "turn.start", prompt: "go" });
    emit({ type: "text.delta", messageId: "m", text: "Looking." });
    emit({ type: "message.done", messageId: "m", text: "Looking." });
    plan("1", "lsp", "definition a.ts x");
    expect(printed).toEqual(["Looking.", "", "🔎 lsp: definition a.ts x"]);
    done("1", "one\ntwo\nthree\nfour\n");
    end("done");
    expect(printed).toEqual([
      "Looking.",
      "",
      "🔎 lsp: definition a.ts x",
      "   one",
      "   two",
      "   three",
      "   … 1 more line",
      "",
      "🔎 2 lsp call(s) · 4.2 s · 17111 tokens in, 3 out",
      "",
    ]);
  });

  it("keeps calls that run side by side apart, in order", () => {
    const { printed, emit, plan, done } = bench();
    emit({ type: "turn.start", prompt: "go" });
    plan("1", "a", "first");
    plan("2", "b", "second");
    plan("3", "c", "third");
    done("2", "out 2");
    expect(printed).toEqual(["🔎 a: first"]);
    done("1", "out 1");
    done("3", "");
    expect(printed).toEqual([
      "🔎 a: first",
      "   out 1",
      "",
      "🔎 b: second",
      "   out 2",
      "",
      "🔎 c: third",
      "   (no output)",
      "",
    ]);
  });

  it("prints what an asked agent says and calls below the call that asks, and its answer once", () => {
    const { printed, emit, plan, done } = bench();
    emit({ type: "turn.start", prompt: "go" });
    plan("1", "ask_agent", "coder (ollama/qwen) — fix it");
    emit({ type: "text.delta", messageId: "x", text: "inner\nwords" }, ["coder"]);
    plan("2", "bash", "ls", ["coder"]);
    emit({ type: "text.delta", messageId: "y", text: "from **below**" }, ["coder", "deep"]);
    emit({ type: "message.done", messageId: "y", text: "" }, ["coder", "deep"]);
    emit({ type: "text.delta", messageId: "z", text: "the answer" }, ["coder"]);
    done("1", "the answer", { echo: "none" });
    expect(printed).toEqual([
      "🔎 ask_agent: coder (ollama/qwen) — fix it",
      "   inner",
      "   words",
      "🔎 bash: coder · ls",
      "   coder · deep:",
      "   from below",
      "   coder:",
      "   the answer",
      "",
    ]);
  });

  it("names each of several agents that speak at once", () => {
    const { printed, emit, plan, done } = bench();
    emit({ type: "turn.start", prompt: "go" });
    plan("1", "ask_agent", "a");
    plan("2", "ask_agent", "b");
    emit({ type: "text.delta", messageId: "x", text: "one\n\ntwo\n\n" }, ["a"]);
    emit({ type: "text.delta", messageId: "y", text: "three\n\n" }, ["b"]);
    done("1", "", { echo: "none" });
    done("2", "", { echo: "none" });
    expect(printed).toEqual([
      "🔎 ask_agent: a",
      "   a:",
      "   one",
      "",
      "   two",
      "   b:",
      "   three",
      "",
      "🔎 ask_agent: b",
      "",
    ]);
  });

  it("does not echo what asks not to be echoed, unless it failed", () => {
    const { printed, plan, done } = bench();
    plan("1", "read_skill", "x");
    done("1", "a long skill", { echo: "none" });
    plan("2", "read_skill", "y");
    done("2", "No skill named y", { echo: "none", ok: false });
    expect(printed).toEqual(["🔎 read_skill: x", "", "🔎 read_skill: y", "   No skill named y", ""]);
  });

  it("draws changes with line numbers below the headline, and not again after a question showed them", () => {
    const change = { path: "/srv/src/a.ts", patch: "@@ -9,1 +9,1 @@\n-old\n+new\n", added: 1, removed: 1 };
    const { printed, plan, done, view } = bench();
    plan("1", "edit_file", "src/a.ts");
    done("1", "src/a.ts: 1 edit applied\n the same diff as text", { changes: [change] });
    expect(printed.slice(1)).toEqual([
      "   src/a.ts: 1 edit applied",
      "   src/a.ts +1 -1",
      "   9 - old",
      "   9 + new",
      "",
    ]);
    plan("2", "edit_file", "src/a.ts");
    const request = {
      id: "q",
      callId: "2",
      agent: [],
      tool: "edit_file",
      title: "",
      kind: "edit",
      subject: "",
      preview: [],
      options: [],
      why: "",
    } as const;
    view.showCall({ ...request, changes: [change] });
    done("2", "src/a.ts: 1 edit applied", { changes: [change] });
    expect(printed.slice(6)).toEqual(["🔎 edit_file: src/a.ts", "   src/a.ts: 1 edit applied", ""]);
  });

  it("tells how a turn ended, and of retries and notices, without escape sequences", () => {
    const { printed, emit, end } = bench();
    emit({ type: "turn.start", prompt: "go" });
    emit({ type: "text.delta", messageId: "m", text: "half an answ" });
    emit({ type: "retry", attempt: 1, max: 3, delayMs: 1500, reason: "overloaded\x1b[2J" });
    emit({ type: "notice", level: "warning", text: "careful" });
    end("error", "[error: it broke]\x1b]0;x\x07");
    expect(printed.slice(0, 6)).toEqual([
      "half an answ",
      "",
      "overloaded — trying again in 1.5 s (1 of 3)",
      "careful",
      "",
      "[error: it broke]",
    ]);
  });

  it("keeps a title on one line", () => {
    const { printed, plan } = bench();
    plan("1", "bash", "a\n\x1b[2Kb\tc");
    expect(printed).toEqual(["🔎 bash: a b c"]);
  });

  it("says what it is doing, with the tool's own word", () => {
    const { view, emit, plan, done } = bench();
    expect(view.spinner()).toBeUndefined();
    emit({ type: "turn.start", prompt: "go" });
    expect(view.spinner()?.word).toBe("Thinking");
    emit({ type: "tool.composing", messageId: "m", callId: "1", tool: "t", chars: 10 });
    expect(view.spinner()?.word).toBe("Composing a tool call");
    plan("1", "fetch_content", "https://example.org");
    emit({ type: "tool.started", callId: "1", tool: "fetch_content", busy: "Fetching" });
    emit({
      type: "tool.progress",
      callId: "1",
      block: { type: "terminal", id: "1", chunk: "line one\nline two\n" },
    });
    expect(view.spinner()).toMatchObject({ word: "Fetching", tail: "line two" });
    done("1", "x");
    expect(view.spinner()?.word).toBe("Thinking");
  });
});
