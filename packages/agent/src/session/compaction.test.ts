import { statSync } from "node:fs";
import { join } from "node:path";
import { createRedactor, defineTool, type Tool } from "@mm-agent/core";
import { startModelServer, tempFolder, type ServerRequest } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { createProvider } from "../provider/create-provider.js";
import type { Message, ModelEvent, ModelRequest, Provider } from "../provider/types.js";
import { createFileStore } from "./file/file-store.js";
import { openArchive, sessionFolder } from "./file/open-archive.js";
import { reopenSession } from "./file/reopen.js";
import { openTestSession } from "./session-kit.js";

const done: ModelEvent = { type: "done", reason: "stop" };
const isSummary = (request: ModelRequest): boolean => request.system.startsWith("You condense");

/** A model that summarises when asked to and else answers with `reply`; keeps what it was sent. */
function model(
  reply: (request: ModelRequest, at: number) => readonly ModelEvent[],
  summary = "## Task\nFix a.ts",
) {
  const requests: { readonly summary: boolean; readonly messages: Message[]; readonly system: string }[] = [];
  let at = 0;
  const provider: Provider = {
    name: "test",
    model: "m",
    async *stream(request) {
      requests.push({
        summary: isSummary(request),
        messages: structuredClone(request.messages) as Message[],
        system: request.system,
      });
      if (isSummary(request)) {
        yield { type: "text", text: summary };
        yield { type: "usage", usage: { input: 100, output: 20 } };
        yield done;
      } else yield* reply(request, (at += 1));
    },
  };
  return { provider, requests };
}
const text = (message: Message | undefined): string =>
  message?.role === "tool"
    ? message.text
    : (message?.blocks.map((block) => (block.type === "text" ? block.text : `<${block.type}>`)).join("\n") ??
      "");
const says = (words: string): readonly ModelEvent[] => [{ type: "text", text: words }, done];
const overflow: readonly ModelEvent[] = [{ type: "error", class: "overflow", message: "too long" }];
const long = (n: number): string => "word ".repeat(n / 5);

describe("/compact", () => {
  it("replaces earlier turns by a summary and keeps the recent ones word for word", async () => {
    const { provider, requests } = model((_request, at) => says(`answer ${at} ${long(2000)}`));
    const { session, of } = openTestSession(provider);
    for (let i = 1; i <= 8; i += 1) await session.prompt(`prompt ${i} ${long(1000)}`);
    const result = await session.compact("the tests");
    expect(result).toMatchObject({
      ok: true,
      text: expect.stringMatching(/^compacted: about \d+ tokens before, \d+ after$/) as string,
    });
    const sent = requests.at(-1);
    expect(text(sent?.messages[0])).toContain("Give most room to this: the tests");
    expect(text(sent?.messages[0])).toContain("prompt 1 ");
    const messages = session.messages();
    expect(text(messages[0])).toContain("## Task\nFix a.ts");
    expect(text(messages[0])).toContain("prompt 7");
    expect(messages.slice(-1).map(text)[0]).toContain("answer 8");
    expect(of("compacted")).toMatchObject([{ summary: "## Task\nFix a.ts" }]);
    await session.prompt("next");
    expect(requests.at(-1)?.messages.map((m) => m.role)).toEqual(
      [...messages.slice(0, -1).map((m) => m.role), "user"].slice(0, requests.at(-1)?.messages.length),
    );
    expect(session.usage).toMatchObject({ input: 100, output: 20 });
  });

  it("stops and says so when there is nothing to gain", async () => {
    const { provider } = model(() => says("short"));
    const { session } = openTestSession(provider);
    await session.prompt("hi");
    expect(await session.compact()).toEqual({
      ok: false,
      text: "there is nothing to compact: the conversation is short (about 10 tokens)",
    });
    const wordy = model(() => says("short"), Array.from({ length: 3000 }, (_, i) => `item ${i}`).join("\n"));
    const other = openTestSession(wordy.provider).session;
    for (let i = 0; i < 5; i += 1) await other.prompt(`prompt ${i}`);
    const before = other.messages();
    expect((await other.compact()).text).toMatch(
      /^the conversation was not compacted: the summary would save nothing \(about \d+ tokens before, \d+ after\)$/,
    );
    expect(other.messages()).toEqual(before);
  });

  it("keeps every call with its result, and names the files that were changed", async () => {
    const write = defineTool({
      name: "write",
      kind: "edit",
      description: "Writes.",
      input: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      run: async ({ path }, ctx) => ({
        text: long(3000),
        changes: await ctx.workspace.write([{ path, content: `${ctx.callId}\n` }], { callId: ctx.callId }),
      }),
    }) as Tool;
    const { provider } = model((_request, at) =>
      at % 4 === 0
        ? says("done")
        : [
            { type: "call.start", index: 0, name: "write" },
            { type: "call.end", index: 0, name: "write", arguments: { path: `f${at}.txt` } },
            { type: "done", reason: "calls" },
          ],
    );
    const { session } = openTestSession(provider, { tools: [write] });
    for (let i = 0; i < 3; i += 1) await session.prompt("write");
    expect((await session.compact()).ok).toBe(true);
    expect(text(session.messages()[0])).toMatch(/Files changed by tools: \S+f1\.txt, \S+f2\.txt/);
    const roles = session
      .messages()
      .map((message) => message.role[0])
      .join("");
    expect(roles).toMatch(/^u(?:at)*a?(?:u(?:at)*a)*$/);
  });

  it("does not reset the loop detector; /new does", async () => {
    const same: readonly ModelEvent[] = [
      { type: "call.start", index: 0, name: "say" },
      { type: "call.end", index: 0, name: "say", arguments: { text: long(4000) } },
      { type: "done", reason: "calls" },
    ];
    const { provider } = model((_request, at) => (at % 3 === 0 ? says("done") : same));
    const { session } = openTestSession(provider);
    await session.prompt("a");
    await session.prompt("b");
    expect((await session.compact()).ok).toBe(true);
    await session.prompt("c");
    expect(
      session
        .messages()
        .some((message) => message.role === "tool" && message.text.includes("[LOOP_DETECTED")),
    ).toBe(true);
    await session.reset();
    expect(session.messages()).toEqual([]);
    await session.prompt("d");
    expect(
      session
        .messages()
        .some((message) => message.role === "tool" && message.text.includes("[LOOP_DETECTED")),
    ).toBe(false);
  });

  it("lets the file grow by the summary only, and resumes from the newest one (28)", async () => {
    const cwd = tempFolder();
    const env = { XDG_STATE_HOME: tempFolder() };
    const file = join(sessionFolder({ cwd, env }), "one.jsonl");
    const redactor = createRedactor([]);
    const { provider } = model((_request, at) => says(`answer ${at} ${long(50_000)}`));
    const { session } = openTestSession(provider, {
      cwd,
      id: "one",
      openStore: (id) => createFileStore({ id, file, redactor, onError: () => {} }),
    });
    for (let round = 1; round <= 20; round += 1) {
      await session.prompt(`prompt ${round}`);
      const before = statSync(file).size;
      if ((await session.compact()).ok) expect(statSync(file).size - before).toBeLessThan(1000);
    }
    const kept = session.messages();
    await session.dispose();
    expect(statSync(file).size).toBeLessThan(20 * 51_000);
    const opened = await reopenSession("one", {
      archive: openArchive({ cwd, env }),
      redactor,
      onError: () => {},
    });
    if (!opened.ok) throw new Error(opened.text);
    expect(opened.value.loaded.messages).toEqual(kept);
    await opened.value.store.close();
  });
});

describe("compaction by itself", () => {
  it("comes at the configured share of the window, the reply's budget taken off", async () => {
    const { provider, requests } = model((_request, at) => [
      { type: "text", text: `a${at} ${long(3000)}` },
      { type: "usage", usage: { input: at * 700, output: 100 } },
      done,
    ]);
    const { session } = openTestSession(provider, {
      window: 10_000,
      request: { maxTokens: 2000 },
      compaction: { auto: true, threshold: 0.5 },
    });
    for (let i = 1; i <= 6; i += 1) await session.prompt(`p${i}`);
    expect(requests.some((request) => request.summary)).toBe(false);
    await session.prompt("p7");
    expect(requests.filter((request) => request.summary)).toHaveLength(1);
    const off = model((_request, at) => [
      { type: "text", text: `a${at}` },
      { type: "usage", usage: { input: 9900, output: 1 } },
      done,
    ]);
    const other = openTestSession(off.provider, {
      window: 10_000,
      compaction: { auto: false, threshold: 0.5 },
    });
    await other.session.prompt("a");
    await other.session.prompt("b");
    expect(off.requests.some((request) => request.summary)).toBe(false);
  });

  it("is not tried again and again when it saves nothing", async () => {
    const { provider, requests } = model(
      () => [{ type: "text", text: "ok" }, { type: "usage", usage: { input: 9000, output: 1 } }, done],
      long(50_000),
    );
    const { session, of } = openTestSession(provider, { window: 10_000 });
    for (let i = 0; i < 8; i += 1) await session.prompt(`p${i}`);
    expect(requests.filter((request) => request.summary).length).toBeLessThanOrEqual(2);
    expect(of("notice").filter((notice) => notice.level === "warning").length).toBeLessThanOrEqual(2);
  });
});

describe("an overflow", () => {
  it("is compacted away once, and the turn goes on", async () => {
    const { provider, requests } = model((request, at) =>
      at <= 5 ? says(long(4000)) : at === 6 ? overflow : says(`fits: ${request.messages.length}`),
    );
    const { session } = openTestSession(provider);
    for (let i = 0; i < 5; i += 1) await session.prompt(`p${i}`);
    expect(await session.prompt("the big one")).toMatchObject({ reason: "done" });
    expect(requests.filter((request) => request.summary)).toHaveLength(1);
    expect(text(session.messages().at(-2))).toContain("the big one");
  });

  it("ends the turn with advice the second time, and the prompt does not stay to spoil the next one", async () => {
    const { provider, requests } = model((_request, at) => (at <= 4 ? says(long(4000)) : overflow));
    const { session } = openTestSession(provider);
    for (let i = 0; i < 4; i += 1) await session.prompt(`p${i}`);
    const end = await session.prompt("too much");
    expect(end).toMatchObject({ reason: "error" });
    expect(end.message).toBe(
      "[error: the conversation does not fit the model's context window: too long — turn stopped; your message was taken out of the conversation again; ask for less at once, start anew with /new, or set contextWindow to what the server really holds]",
    );
    expect(requests.filter((request) => request.summary)).toHaveLength(1);
    expect(session.messages().map(text).join("\n")).not.toContain("too much");
    expect(session.errors.at(-1)).toMatchObject({ where: "provider", class: "overflow" });
  });

  it("is also a count beyond the window that the server did not complain about", async () => {
    const { provider, requests } = model((_request, at) => [
      { type: "text", text: at <= 4 ? long(4000) : "cut answer" },
      { type: "usage", usage: { input: at === 5 ? 30_000 : 500, output: 10 } },
      done,
    ]);
    const { session } = openTestSession(provider, { window: 20_000 });
    for (let i = 0; i < 4; i += 1) await session.prompt(`p${i}`);
    expect(await session.prompt("go")).toMatchObject({ reason: "done" });
    expect(requests.filter((request) => request.summary)).toHaveLength(1);
    expect(requests).toHaveLength(7);
  });

  it("does not grow from one failed 'continue' to the next (27)", async () => {
    const chunk = (delta: unknown, finish: string | null = null): string =>
      JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });
    let full = false;
    const sizes: number[] = [];
    const server = await startModelServer(
      (request: ServerRequest) => {
        const body = request.body as { messages: { content: string }[] };
        const summary = body.messages[0]?.content.startsWith("You condense") === true;
        if (full) {
          if (!summary) sizes.push(request.text.length);
          return {
            status: 400,
            body: {
              error: {
                message: "This model's maximum context length is 50000 tokens.",
                code: "context_length_exceeded",
              },
            },
          };
        }
        return { stream: [chunk({ content: long(8000) }), chunk({}, "stop"), "[DONE]"] };
      },
      { strict: true },
    );
    try {
      const created = createProvider(
        { provider: "openai", model: "m", baseUrl: `${server.url}/v1` },
        { OPENAI_API_KEY: "sk-test-1234567890" },
        { baseDir: "/" },
      );
      if (!created.ok) throw new Error(created.text);
      const { session } = openTestSession(created.provider);
      for (let i = 0; i < 4; i += 1) await session.prompt(`p${i}`);
      full = true;
      for (let i = 0; i < 3; i += 1)
        expect((await session.prompt("continue")).message).toContain("start anew with /new");
      expect(new Set(sizes).size).toBe(1);
    } finally {
      await server.close();
    }
  });
});

it("takes a prompt out again whose image the server refuses, and the session goes on (58)", async () => {
  const { provider } = model((request, at) =>
    at === 1
      ? [{ type: "error", class: "bad_request", message: "bad image" }]
      : says(`${request.messages.length} message`),
  );
  const { session } = openTestSession(provider);
  const end = await session.prompt([
    { type: "text", text: "look" },
    { type: "image", mimeType: "image/png", data: "AAAA" },
  ]);
  expect(end.message).toBe(
    "bad image — your message was taken out of the conversation again, because of its image",
  );
  expect(await session.prompt("without it")).toMatchObject({ reason: "done", text: "1 message" });
});

it("stops an answer that runs away and keeps only its beginning", async () => {
  const { provider } = model(() => [
    ...Array.from({ length: 20_000 }, (): ModelEvent => ({ type: "text", text: "I will look again. " })),
    done,
  ]);
  const { session } = openTestSession(provider);
  const end = await session.prompt("go");
  expect(end).toMatchObject({ reason: "runaway" });
  expect(end.message).toMatch(
    /^\[error: the model's answer ran away: it repeats the same pattern \(\d+ characters so far: .*\) — generation stopped; rephrase the request, or try another model\]$/,
  );
  expect(text(session.messages().at(-1)).length).toBeLessThanOrEqual(1000);
});
