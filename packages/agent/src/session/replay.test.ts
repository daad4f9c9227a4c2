import { defineTool, type MmEvent, type Tool } from "@mm-agent/core";
import { describe, expect, it } from "vitest";
import { scripted } from "../testing/index.js";
import { recordsToEvents } from "./replay.js";
import { openTestSession } from "./session-kit.js";

const write = defineTool({
  name: "write",
  kind: "edit",
  description: "Writes.",
  icon: "✎",
  input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  run: async ({ path }, ctx) => ({
    text: "written",
    display: [{ type: "markdown", text: "*written*" }],
    locations: [{ path, line: 1 }],
    changes: await ctx.workspace.write([{ path, content: "new\n" }]),
  }),
}) as Tool;

/** What lasts: without progress, questions and the pieces in which a text came. */
function lasting(events: readonly MmEvent[]): unknown[] {
  const out: Record<string, unknown>[] = [];
  for (const event of events) {
    if (
      [
        "tool.composing",
        "tool.started",
        "tool.progress",
        "permission.asked",
        "permission.answered",
        "notice",
        "retry",
      ].includes(event.type)
    )
      continue;
    const {
      seq: _seq,
      at: _at,
      v: _v,
      ...rest
    } = structuredClone(event) as MmEvent & Record<string, unknown>;
    const last = out.at(-1);
    if (
      (event.type === "text.delta" || event.type === "thought.delta") &&
      last?.["type"] === event.type &&
      last["messageId"] === event.messageId
    ) {
      last["text"] = `${String(last["text"])}${event.text}`;
      continue;
    }
    const entry = rest as Record<string, unknown>;
    if (event.type === "tool.planned") entry["plan"] = { title: event.title };
    if (event.type === "tool.done" && event.changes)
      entry["changes"] = event.changes.map(({ path, patch, added, removed }) => ({
        path,
        patch,
        added,
        removed,
      }));
    out.push(entry);
  }
  return out;
}

describe("a replay", () => {
  it("gives the events that were emitted live", async () => {
    const { session, events } = openTestSession(
      scripted({
        turns: [
          {
            thought: "hm",
            text: "Writing now.",
            tools: [
              { name: "write", input: { path: "a.txt" } },
              { name: "missing", input: {} },
            ],
            usage: { input: 10, output: 5 },
          },
          { text: "Written.", usage: { input: 20, output: 2 } },
          { error: { class: "auth", message: "bad key" } },
        ],
      }),
      { tools: [write], mode: "ask", ask: async () => ({ outcome: "once" }) },
    );
    await session.prompt("write it");
    session.set({ mode: "edits", title: "A title" });
    await session.prompt("again");
    const replayed = await session.replay();
    expect(lasting(replayed)).toEqual(lasting(events));
    expect(replayed.map((event) => event.seq)).toEqual(replayed.map((_, index) => index + 1));
  });

  it("closes what a crash left open and passes over what it does not know", () => {
    const base = { parent: null, at: "2026-01-01T00:00:00.000Z" };
    const events = recordsToEvents("s", [
      { type: "user", id: "1", ...base, blocks: [{ type: "text", text: "go" }], prompt: "go" },
      {
        type: "assistant",
        id: "2",
        ...base,
        blocks: [{ type: "call", id: "c", name: "bash", arguments: '{"command":"make all"}' }],
      },
      { type: "hologram", id: "3", ...base } as never,
    ]);
    expect(events.map((event) => event.type)).toEqual(["turn.start", "tool.planned", "tool.done"]);
    expect(events[1]).toMatchObject({ title: "make all", plan: { title: "make all" } });
    expect(events[2]).toMatchObject({
      ok: false,
      title: "make all",
      text: "[interrupted before it ended: no result was recorded]",
    });
  });
});
