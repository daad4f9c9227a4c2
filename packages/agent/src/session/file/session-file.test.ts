import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createRedactor } from "@mm-agent/core";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { scripted } from "../../testing/index.js";
import type { Message } from "../../provider/types.js";
import { openTestSession } from "../session-kit.js";
import type { SessionRecord } from "../records.js";
import { createFileStore } from "./file-store.js";
import { openArchive, sessionFolder } from "./open-archive.js";
import { reopenSession } from "./reopen.js";

let cwd: string;
let env: Record<string, string>;
let folder: string;
const errors: string[] = [];
const redactor = createRedactor(["sk-secret-12345678"]);
beforeEach(() => {
  cwd = tempFolder();
  env = { XDG_STATE_HOME: tempFolder(), HOME: cwd };
  folder = sessionFolder({ cwd, env });
  errors.length = 0;
});
const fileOf = (id: string): string => join(folder, `${id}.jsonl`);
const store = (id: string) =>
  createFileStore({ id, file: fileOf(id), redactor, onError: (text) => void errors.push(text) });
const archive = () => openArchive({ cwd, env });
const reopen = (id: string) =>
  reopenSession(id, { archive: archive(), redactor, onError: (text) => void errors.push(text) });
const records = (id: string): SessionRecord[] =>
  readFileSync(fileOf(id), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SessionRecord);
const answers = (...texts: string[]) => scripted({ turns: texts.map((text) => ({ text })) });
const texts = (messages: readonly Message[]): string[] =>
  messages.map((m) =>
    m.role === "tool" ? m.text : m.blocks.map((b) => (b.type === "text" ? b.text : b.type)).join(""),
  );

/** A session of one turn with its file, closed again. */
async function stored(id = "one", ...prompts: string[]) {
  const { session } = openTestSession(answers("first answer", "second answer"), {
    cwd,
    id,
    openStore: store,
  });
  for (const prompt of prompts.length > 0 ? prompts : ["hello there"]) await session.prompt(prompt);
  await session.dispose();
}

async function resumed(id: string, ...replies: string[]) {
  const opened = await reopen(id);
  if (!opened.ok) throw new Error(opened.text);
  const seen: (readonly Message[])[] = [];
  const inner = answers(...replies);
  const provider: typeof inner = {
    ...inner,
    stream: (request, signal) => (seen.push([...request.messages]), inner.stream(request, signal)),
  };
  return {
    ...openTestSession(provider, { cwd, id, resumed: opened.value, reopen }),
    seen,
    loaded: opened.value.loaded,
  };
}

describe("a session file", () => {
  it("holds one redacted record a line, each naming the one before, for its owner only", async () => {
    const { session } = openTestSession(
      scripted({
        turns: [
          { text: "let me", tools: [{ name: "say", input: { text: "sk-secret-12345678" } }] },
          { text: "key sk-secret-12345678" },
        ],
      }),
      { cwd, id: "one", openStore: store },
    );
    await session.prompt("what is sk-secret-12345678?");
    await session.dispose();
    expect(records("one").map((record) => record.type)).toEqual([
      "header",
      "user",
      "assistant",
      "tool",
      "assistant",
      "end",
    ]);
    expect(records("one").map((record) => record.parent)).toEqual([
      null,
      ...records("one")
        .slice(0, -1)
        .map((record) => record.id),
    ]);
    expect(readFileSync(fileOf("one"), "utf8")).not.toContain("sk-secret");
    expect(records("one")[1]).toMatchObject({ prompt: "what is [redacted]?" });
    expect(statSync(fileOf("one")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(existsSync(`${fileOf("one")}.lock`)).toBe(false);
  });

  it("goes on after a restart: messages, title, usage, errors and titles of calls", async () => {
    await stored("one", "\n  hello there\nmore", "again");
    const { session, seen, loaded } = await resumed("one", "third");
    expect(loaded).toMatchObject({
      title: "hello there",
      model: "script",
      provider: "scripted",
      mode: "yolo",
      notices: [],
    });
    await session.prompt("and now?");
    expect(texts(seen[0] ?? [])).toEqual([
      "\n  hello there\nmore",
      "first answer",
      "again",
      "second answer",
      "and now?",
    ]);
    await session.dispose();
    expect((await archive().load("one")).ok).toBe(true);
    expect(records("one").filter((record) => record.type === "header")).toHaveLength(1);
  });

  it("is mended before the first append when its last line was cut, at every crash again (2)", async () => {
    await stored();
    for (const round of [1, 2]) {
      appendFileSync(fileOf("one"), '{"type":"assistant","id":"x","blo');
      const { session, loaded } = await resumed("one", `answer ${round}`);
      expect(loaded.notices).toEqual([`${fileOf("one")}: the last line was not finished and does not count`]);
      await session.prompt(`prompt ${round}`);
      await session.dispose();
    }
    const loaded = await archive().load("one");
    expect(loaded.ok && texts(loaded.value.messages)).toEqual([
      "hello there",
      "first answer",
      "prompt 1",
      "answer 1",
      "prompt 2",
      "answer 2",
    ]);
    expect(loaded.ok && loaded.value.notices).toEqual([]);
  });

  it("keeps a whole last line that only lacks its line feed", async () => {
    await stored();
    writeFileSync(fileOf("one"), readFileSync(fileOf("one"), "utf8").trimEnd());
    const { session } = await resumed("one", "next");
    await session.prompt("go on");
    await session.dispose();
    const loaded = await archive().load("one");
    expect(loaded.ok && texts(loaded.value.messages)).toEqual([
      "hello there",
      "first answer",
      "go on",
      "next",
    ]);
  });

  it("reads past NUL blocks and unreadable lines, says so, and lists what it resumes (4)", async () => {
    await stored("one", "hello", "newest prompt");
    const lines = readFileSync(fileOf("one"), "utf8").trimEnd().split("\n");
    lines.splice(
      3,
      0,
      "\0".repeat(300),
      "not json",
      '{"type":"hologram","id":"h","parent":null,"at":"2026-01-01T00:00:00.000Z"}',
    );
    lines[2] = "\0".repeat(300) + (lines[2] ?? "");
    writeFileSync(fileOf("one"), `${lines.join("\n")}\n`);
    const loaded = await archive().load("one");
    expect(loaded.ok && texts(loaded.value.messages)).toEqual([
      "hello",
      "first answer",
      "newest prompt",
      "second answer",
    ]);
    expect(loaded.ok && loaded.value.notices).toEqual([
      `${fileOf("one")}: NUL bytes in 2 lines were left out; a crash leaves such blocks behind`,
      `${fileOf("one")}: 1 line cannot be read and was skipped (5)`,
    ]);
    expect(await archive().list()).toMatchObject([{ id: "one", title: "hello", prompts: 2 }]);
  });

  it("gives a call that was killed a result that says so (7)", async () => {
    await stored();
    const call = {
      type: "assistant",
      id: "a",
      parent: null,
      at: "2026-01-01T00:00:00.000Z",
      blocks: [{ type: "call", id: "call_1", name: "bash", arguments: "{}" }],
    };
    appendFileSync(fileOf("one"), `${JSON.stringify(call)}\n`);
    const { session, seen } = await resumed("one", "fine");
    await session.prompt("go on");
    expect(seen[0]?.slice(2).map((m) => m.role)).toEqual(["assistant", "tool", "user"]);
    expect(seen[0]?.[3]).toMatchObject({
      callId: "call_1",
      ok: false,
      text: "[interrupted before it ended: no result was recorded]",
    });
    await session.dispose();
  });

  it("keeps what an answer had said when the process died, cut where no secret can be split", async () => {
    await stored();
    const piece = (id: string, text: string) =>
      JSON.stringify({
        type: "partial",
        id,
        parent: null,
        at: "2026-01-01T00:00:00.000Z",
        messageId: "m",
        text,
      });
    const user = JSON.stringify({
      type: "user",
      id: "u",
      parent: null,
      at: "2026-01-01T00:00:00.000Z",
      blocks: [{ type: "text", text: "more" }],
      prompt: "more",
    });
    appendFileSync(fileOf("one"), `${user}\n${piece("p1", "half an ")}\n${piece("p2", "answer ")}\n`);
    const loaded = await archive().load("one");
    expect(loaded.ok && loaded.value.messages.at(-1)).toEqual({
      role: "assistant",
      blocks: [{ type: "text", text: "half an answer " }],
      partial: true,
    });
  });

  it("belongs to one process: the second is told, and nothing is mixed", async () => {
    await stored();
    const first = await reopen("one");
    expect(first.ok).toBe(true);
    const second = await reopen("one");
    expect(second).toEqual({
      ok: false,
      text: `session one is open in another mm (process ${process.pid}); close it there, or go on with a copy: mm sessions fork one`,
    });
    expect((await archive().list())[0]).toMatchObject({ openIn: process.pid });
    expect((await archive().delete("one")).ok).toBe(false);
    if (first.ok) await first.value.store.close();
    const third = await reopen("one");
    expect(third.ok).toBe(true);
    if (third.ok) await third.value.store.close();
  });

  it("is taken over from a process that died, or whose number another one has now", async () => {
    await stored();
    const child = spawn("true");
    await new Promise((resolve) => child.on("close", resolve));
    for (const holder of [
      `{"pid":${child.pid},"host":${JSON.stringify((await import("node:os")).hostname())}}`,
      "torn",
    ]) {
      writeFileSync(`${fileOf("one")}.lock`, holder);
      const opened = await reopen("one");
      expect(opened.ok, holder).toBe(true);
      if (opened.ok) await opened.value.store.close();
    }
    expect(readdirSync(folder)).toEqual(["one.jsonl"]);
  });

  it("says once that it cannot be saved, and the session goes on", async () => {
    mkdirSync(join(folder, "one.jsonl"), { recursive: true });
    const { session } = openTestSession(answers("a", "b"), { cwd, id: "one", openStore: store });
    expect(await session.prompt("x")).toMatchObject({ reason: "done" });
    expect(await session.prompt("y")).toMatchObject({ reason: "done" });
    await session.dispose();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("the session cannot be saved: ");
  });

  it("resumes 10,000 messages in less than a second", async () => {
    await stored();
    const body = "x".repeat(400);
    const lines: string[] = [];
    for (let i = 0; i < 5000; i += 1) {
      const base = { parent: null, at: "2026-01-01T00:00:00.000Z" };
      lines.push(
        JSON.stringify({
          type: "assistant",
          id: `a${i}`,
          ...base,
          blocks: [{ type: "call", id: `c${i}`, name: "say", arguments: "{}" }],
        }),
      );
      lines.push(
        JSON.stringify({
          type: "tool",
          id: `t${i}`,
          ...base,
          callId: `c${i}`,
          tool: "say",
          title: "say",
          kind: "think",
          input: {},
          text: body,
          ok: true,
          ms: 1,
        }),
      );
    }
    appendFileSync(fileOf("one"), `${lines.join("\n")}\n`);
    const before = process.cpuUsage();
    const { session } = await resumed("one", "done");
    const events = await session.replay();
    const { user } = process.cpuUsage(before);
    expect(session.messages()).toHaveLength(10_002);
    expect(events.length).toBeGreaterThan(10_000);
    expect(user / 1000).toBeLessThan(1000);
    await session.dispose();
  });
});

describe("the archive", () => {
  it("finds by the beginning of an id, forks and deletes when asked", async () => {
    await stored("abc-1");
    await stored("abd-2");
    expect(await archive().find("abc")).toMatchObject({ ok: true, value: { id: "abc-1" } });
    expect(await archive().find("ab")).toMatchObject({
      ok: false,
      text: expect.stringContaining("2 sessions begin with ab") as string,
    });
    expect(await archive().find("x")).toMatchObject({
      ok: false,
      text: expect.stringContaining("mm sessions list") as string,
    });
    expect(await archive().find("latest")).toMatchObject({ ok: true, value: { id: "abd-2" } });
    const user = records("abc-1")[1];
    const fork = await archive().fork("abc-1", user?.id);
    if (!fork.ok) throw new Error(fork.text);
    expect(records(fork.value.id).map((record) => record.type)).toEqual(["header", "user", "set"]);
    expect(records(fork.value.id)[0]).toMatchObject({ session: fork.value.id, forkOf: "abc-1" });
    expect(statSync(fileOf(fork.value.id)).mode & 0o777).toBe(0o600);
    expect((await archive().delete("abc-1")).ok).toBe(true);
    expect((await archive().list()).map((info) => info.id).toSorted()).toEqual(
      ["abd-2", fork.value.id].toSorted(),
    );
  });
});
