import type { TuiMouseEvent } from "@earendil-works/pi-tui";
import { assert, boolean, infiniteStream, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { createTheme } from "../theme/create-theme.js";
import { createTranscript } from "./create-transcript.js";
import { createKit, plain } from "./transcript-kit.js";

const click = (y: number): TuiMouseEvent => ({
  type: "click",
  button: "left",
  x: 1,
  y,
  screenX: 1,
  screenY: y,
  width: 60,
  height: 20,
  shift: false,
  alt: false,
  ctrl: false,
});

describe("live and replayed", () => {
  const MESSAGE = [
    "Some *text*\nof [ref] two lines.\n\n- one\n\n  more\n- two\n  - three\n1. four\n\n> quote\nlazy\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "```js\nconst a = `\n\n${1}`;\n```\ntail `code` ~~gone~~\r\n\r\n    indented\n\n## Head\ntext\n\n***\n\n[ref]: https://example.org/x\n",
    "\t- tab 家族 👨‍👩‍👧 e\u0301\n~~~\nopen fence \x1b[31mred\x1b[0m\n",
  ];

  it("give the same rows, whatever pieces the text came in", () => {
    const whole = MESSAGE.join("\n").repeat(20);
    const replayed = createKit();
    replayed.thought("Thinking\n\nhard");
    replayed.text(whole);
    replayed.emit({ type: "message.done", messageId: "m1", text: whole });
    // All of it, however little time there was: a frame shows the bottom first.
    const rows = replayed.transcript.tail(50, 1e6);
    expect(rows.length).toBeGreaterThan(300);
    assert(
      property(infiniteStream(integer({ min: 1, max: 900 })), boolean(), (lengths, draw) => {
        const live = createKit();
        live.thought("Thinking\n");
        live.thought("\nhard");
        for (let at = 0; at < whole.length;) {
          const length = lengths.next().value ?? 1;
          live.text(whole.slice(at, at + length));
          at += length;
          if (draw) live.transcript.render(50);
        }
        live.emit({ type: "message.done", messageId: "m1", text: whole });
        expect(live.transcript.tail(50, 1e6)).toEqual(rows);
      }),
      { numRuns: 12 },
    );
  });

  it("show while it comes what will stand there in the end", () => {
    const kit = createKit();
    const text =
      "# Head\nintro:\n- one\n- two\n\n1. three\n\n> four\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nfive\n```\nsix\n\nseven";
    let rows: string[] = [];
    for (const line of text.split(/(?<=\n\n)/)) {
      kit.text(line);
      const next = kit.rows(40);
      expect(next.slice(0, rows.length)).toEqual(rows);
      rows = next;
    }
    kit.emit({ type: "message.done", messageId: "m1", text });
    expect(kit.rows(40)).toEqual(rows);
  });

  it("give the same calls and ends", () => {
    const live = createKit();
    live.transcript.question("do it");
    live.emit({ type: "turn.start", prompt: "do it" });
    live.plan("c", "bash", "ls");
    live.emit({ type: "tool.started", callId: "c", tool: "bash", busy: "Running" });
    live.progress("c", { type: "terminal", id: "t", chunk: "x\n" });
    live.transcript.render(60);
    live.done("c", "x\ny");
    live.end();
    const replayed = createKit();
    const kept = new Set(["turn.start", "tool.planned", "tool.done", "turn.end"]);
    replayed.transcript.replay(live.events.filter((event) => kept.has(event.type)));
    expect(replayed.transcript.render(60)).toEqual(live.transcript.render(60));
    expect(replayed.rows()[0]).toBe("> do it");
  });

  it("leave no turn running that was left open", () => {
    const { transcript, events, emit, text } = createKit();
    emit({ type: "turn.start", prompt: "go" });
    text("half");
    expect(transcript.working?.word).toBe("Answering");
    const again = createKit().transcript;
    again.replay(events);
    expect(again.working).toBeUndefined();
    expect(
      again
        .render(60)
        .map(plain)
        .map((row) => row.trimEnd()),
    ).toEqual(["> go", "", "half"]);
  });
});

describe("a question", () => {
  it("is shown once, by whoever told first", () => {
    const kit = createKit();
    kit.transcript.question("/review");
    kit.emit({ type: "turn.start", prompt: "Review what changed." });
    kit.end();
    kit.emit({ type: "turn.start", prompt: "next" });
    expect(kit.rows().filter((row) => row.startsWith(">"))).toEqual(["> /review", "> next"]);
  });

  it("is not taken for one that a command has answered", () => {
    const kit = createKit();
    kit.transcript.question("/help");
    kit.transcript.say([{ type: "text", text: "helped" }]);
    kit.emit({ type: "turn.start", prompt: "go" });
    expect(kit.rows()).toEqual(["> /help", "", "helped", "", "> go"]);
  });
});

describe("asked agents", () => {
  it("have their own part below the call that asked, two levels deep and several at once", () => {
    const kit = createKit();
    kit.plan("a", "ask_agent", "critic (x/y) — Look at it");
    kit.plan("b", "ask_agent", "tester (x/y) — Test it");
    kit.text("I test.", "t1", ["tester"]);
    kit.text("I criticise.", "k1", ["critic"]);
    kit.thought("hm", "t1", ["tester"]);
    kit.plan("c1", "ask_agent", "helper (x/y) — Help", ["critic"]);
    kit.plan("c1", "read_file", "deep.ts", ["critic", "helper"]);
    kit.done("c1", "", { echo: "none" }, ["critic", "helper"]);
    expect(kit.transcript.asked).toEqual(["mm [tester]", "mm [critic]", "mm [helper]"]);
    kit.done("c1", "helper answered (5 characters)", { echo: "none" }, ["critic"]);
    kit.text("Done.", "k2", ["critic"]);
    expect(kit.rows()).toEqual([
      "‣ ask_agent  critic (x/y) — Look at it",
      "",
      "‣ mm [critic]",
      "  I criticise.",
      "",
      "  ‣ ask_agent  critic · helper (x/y) — Help  ✓ 1.2 s",
      "",
      "  ‣ mm [helper]",
      "    ‣ read_file  critic · helper · deep.ts  ✓ 1.2 s",
      "",
      "  Done.",
      "",
      "‣ ask_agent  tester (x/y) — Test it",
      "",
      "‣ mm [tester]",
      "  I test.",
      "",
      "  ∴ Thinking · 2 characters · hm",
    ]);
    kit.done("a", "critic answered (12 characters)");
    expect(kit.transcript.asked).toEqual(["mm [tester]"]);
    kit.end();
    expect(kit.transcript.asked).toEqual([]);
  });

  it("are named as they call themselves and get a new part when they are asked again", () => {
    const kit = createKit();
    for (const id of ["a", "b"]) {
      kit.plan(id, "ask_agent", "critic — Look");
      kit.emit({ type: "notice", level: "info", text: id }, ["critic"]);
      kit.emit({ type: "session.changed", title: "Critic", model: "qwen3" }, ["critic"]);
      expect(kit.transcript.asked).toEqual(["mm [Critic] · qwen3"]);
      kit.done(id, "answered", { echo: "none" });
    }
    expect(kit.rows().filter((row) => row === "‣ mm [Critic]")).toHaveLength(2);
  });

  it("are named before anything of theirs is drawn, with where their model runs", () => {
    const kit = createKit();
    kit.plan("a", "ask_agent", "critic (ollama/qwen3) — Look");
    kit.emit({ type: "session.changed", title: "Critic", model: "qwen3" }, ["critic"]);
    expect(kit.transcript.asked).toEqual([]);
    kit.emit({ type: "notice", level: "info", text: "a" }, ["critic"]);
    expect(kit.transcript.asked).toEqual(["mm [Critic] · qwen3 @ ollama"]);
    kit.plan("b", "ask_agent", "helper — Look");
    kit.emit({ type: "session.changed", title: "mm", model: "m" }, ["helper"]);
    kit.emit({ type: "notice", level: "info", text: "b" }, ["helper"]);
    expect(kit.transcript.asked).toContain("mm [helper] · m");
  });

  it("can be named by the shell, and are hidden by a click on their head", () => {
    const theme = createTheme({ name: "dark", colours: 0 });
    const transcript = createTranscript({
      theme: () => theme,
      cwd: "/",
      previewLines: 3,
      changed: () => {},
      agentTitle: ([name]) => (name === "critic" ? "The Critic" : undefined),
    });
    const base = { v: 1, seq: 1, at: "", session: "s", agent: ["critic"] } as const;
    transcript.event({ ...base, type: "text.delta", messageId: "m", text: "Hm." });
    const rows = () => transcript.render(40).map((row) => row.trimEnd());
    expect(rows()).toEqual(["‣ mm [The Critic]", "  Hm."]);
    expect(transcript.handleMouse?.(click(0))).toEqual({ handled: true, render: true });
    expect(rows()).toEqual(["‣ mm [The Critic] …"]);
    transcript.toggle("all");
    transcript.handleMouse?.(click(0));
    expect(rows()).toEqual(["‣ mm [The Critic]", "  Hm."]);
  });
});

describe("folding", () => {
  const three = () => {
    const kit = createKit();
    kit.thought("think");
    kit.plan("a", "bash", "one");
    kit.done("a", "1\n2\n3\n4\n5");
    kit.plan("b", "bash", "two");
    kit.done("b", "short");
    return kit;
  };

  it("unfolds the newest block that has more, and all of them", () => {
    const kit = three();
    const folded = kit.rows();
    kit.transcript.toggle("newest");
    expect(kit.rows()).toHaveLength(folded.length + 1);
    kit.transcript.toggle("newest");
    expect(kit.rows()).toEqual(folded);
    kit.transcript.toggle("all");
    expect(kit.rows()).toHaveLength(folded.length + 2);
    kit.transcript.toggle("all");
    expect(kit.rows()).toEqual(folded);
  });

  it("follows a click on any row of a block, and leaves other rows to the selection", () => {
    const kit = three();
    const rows = kit.rows();
    const at = rows.indexOf("    2");
    expect(kit.transcript.handleMouse?.(click(at))).toEqual({ handled: true, render: true });
    expect(kit.rows()).toHaveLength(rows.length + 1);
    expect(kit.transcript.handleMouse?.(click(1))).toBeUndefined();
    expect(kit.transcript.handleMouse?.(click(500))).toBeUndefined();
    expect(kit.transcript.handleMouse?.({ ...click(at), button: "right" })).toBeUndefined();
    expect(kit.transcript.handleMouse?.({ ...click(at), type: "press" })).toBeUndefined();
    kit.transcript.handleMouse?.(click(at));
    expect(kit.rows()).toEqual(rows);
  });
});

describe("the spinner's words", () => {
  it("follow what happens", () => {
    const kit = createKit();
    const word = () => kit.transcript.working?.word;
    expect(word()).toBeUndefined();
    kit.emit({ type: "turn.start", prompt: "x" });
    expect(kit.transcript.working).toEqual({
      word: "Thinking",
      since: Date.parse("2026-01-02T03:04:05.000Z"),
    });
    kit.emit({ type: "tool.composing", messageId: "m", callId: "c", tool: "bash", chars: 3 });
    expect(word()).toBe("Composing a tool call");
    kit.plan("c", "bash", "ls");
    kit.emit({ type: "tool.started", callId: "c", tool: "bash", busy: "Working" });
    kit.progress("c", { type: "terminal", id: "t", chunk: "one\n\x1b[31mtwo\n" });
    expect(kit.transcript.working).toMatchObject({ word: "Working", tail: "two" });
    kit.done("c", "");
    expect(kit.transcript.working).not.toHaveProperty("tail");
    kit.text("inner", "n", ["critic"]);
    expect(word()).toBe("Thinking");
    kit.text("A");
    expect(word()).toBe("Answering");
    kit.emit({ type: "retry", attempt: 1, max: 3, delayMs: 1, reason: "r" });
    expect(word()).toBe("Waiting to try again");
    kit.end();
    expect(kit.transcript.working).toBeUndefined();
  });
});

it("is empty after clear, and takes new events", () => {
  const kit = createKit();
  kit.emit({ type: "turn.start", prompt: "x" });
  kit.text("old");
  kit.rows();
  kit.transcript.clear();
  expect([kit.rows(), kit.transcript.lastAnswer(), kit.transcript.working]).toEqual([
    [],
    undefined,
    undefined,
  ]);
  kit.text("new", "m2");
  expect(kit.rows()).toEqual(["new"]);
});
