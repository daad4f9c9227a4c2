import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorOf, startAgent } from "./fixtures/start-agent.js";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Turns that end with "seen" when the model was sent what `expected` says. */
const expecting = (...expected: string[]): object[] =>
  expected.map((user) => ({ expect: { user }, text: "seen." }));

describe("a prompt", () => {
  it("reaches the model with links as paths and resources as attachments", async () => {
    const started = await startAgent({
      turns: expecting(
        "see /tmp/some dir/a.txt:3-9 and https://example.org/x ",
        "[Attached by the person: /tmp/b.txt]\nline one\n[End of /tmp/b.txt]",
        "[Attached by the person: mem://blob, application/zip, about 3 bytes, not shown]",
        "[a recording: mm cannot listen to audio]",
      ),
    });
    const sessionId = await started.newSession();
    const send = async (...prompt: object[]) =>
      started.agent.request("session/prompt", { sessionId, prompt: prompt as never });
    const text = (of: string) => ({ type: "text", text: of });
    await send(
      text("see "),
      { type: "resource_link", name: "a.txt", uri: "file:///tmp/some%20dir/a.txt#L3:9" },
      text("and "),
      { type: "resource_link", name: "x", uri: "https://example.org/x" },
    );
    await send(text("look: "), {
      type: "resource",
      resource: { uri: "file:///tmp/b.txt", text: "line one" },
    });
    await send({
      type: "resource",
      resource: { uri: "mem://blob", mimeType: "application/zip", blob: "AAAA" },
    });
    await send({ type: "audio", mimeType: "audio/wav", data: "AAAA" });
    expect(started.said()).toBe("seen.seen.seen.seen.");
    // What the person sees again later are names, not contents.
    await started.agent.request("session/load", { sessionId, cwd: started.cwd, mcpServers: [] });
    const shown = started
      .of("user_message_chunk")
      .map(({ content }) => content.type === "text" && content.text);
    expect(shown.slice(0, 3)).toEqual(["see a.txtand x", "look: [/tmp/b.txt]", "[mem://blob]"]);
  });

  it("may hold an image, and what is no image is told to the model", async () => {
    const started = await startAgent({ turns: expecting("what is this", "[an image that mm cannot read]") });
    const sessionId = await started.newSession();
    const send = (data: string) =>
      started.agent.request("session/prompt", {
        sessionId,
        prompt: [
          { type: "text", text: "what is this" },
          { type: "image", mimeType: "image/png", data },
        ],
      });
    await send(PIXEL);
    await send("AAAA");
    expect(started.said()).toBe("seen.seen.");
  });

  it("expands mentions of files", async () => {
    const started = await startAgent({ turns: expecting("the content of note") });
    writeFileSync(join(started.cwd, "note.txt"), "the content of note\n");
    await started.prompt(await started.newSession(), "read @note.txt");
    expect(started.said()).toBe("seen.");
  });

  it("that is empty is refused", async () => {
    const started = await startAgent();
    const sessionId = await started.newSession();
    expect(await errorOf(started.agent.request("session/prompt", { sessionId, prompt: [] }))).toEqual({
      code: -32602,
      message: "Invalid params: the prompt is empty",
    });
  });

  it("with a model that fails is answered by the model's error", async () => {
    const started = await startAgent({
      turns: [{ error: { class: "bad_request", message: "no such model" } }, { text: "Fine." }],
    });
    const sessionId = await started.newSession();
    const failed = await errorOf(started.prompt(sessionId, "x"));
    expect(failed.code).toBe(-32603);
    expect(failed.message).toContain("no such model");
    expect(await started.prompt(sessionId, "again")).toBe("end_turn");
  });

  it("tells the limits it ran into", async () => {
    const call = { tools: [{ name: "bash", input: { command: "true" } }], repeat: 9 };
    const started = await startAgent({ args: ["--max-turns", "2", "--yolo"], turns: [call] });
    expect(await started.prompt(await started.newSession(), "x")).toBe("max_turn_requests");
    expect(started.said()).toContain("2 model requests in one turn");
  });
});

describe("messages", () => {
  it("have ids, and words come together", async () => {
    const started = await startAgent({
      turns: [{ thought: "a ".repeat(500), text: "b ".repeat(500), usage: { input: 10, output: 5 } }],
      config: { contextWindow: 1000 },
    });
    await started.prompt(await started.newSession(), "My title");
    const [thoughts, texts] = [started.of("agent_thought_chunk"), started.of("agent_message_chunk")];
    expect(started.said()).toBe("b ".repeat(500));
    expect(texts.length + thoughts.length).toBeLessThan(100);
    expect(new Set(texts.map(({ messageId }) => messageId)).size).toBe(1);
    expect(texts[0]?.messageId).toMatch(/./);
    expect(started.of("usage_update")).toMatchObject([{ used: 15, size: 1000 }]);
    expect(started.of("session_info_update")).toMatchObject([{ title: "My title" }]);
  });

  it("about what was dropped are notices, or a thought where the client has none", async () => {
    const bare = await startAgent({ config: { maxTurnz: 3 } });
    await bare.prompt(await bare.newSession(), "x");
    const [thought] = bare.of("agent_thought_chunk");
    expect(thought?.content).toMatchObject({ text: expect.stringContaining("maxTurnz") as string });
    const noticing = await startAgent({
      config: { maxTurnz: 3 },
      capabilities: { session: { notices: {} } },
    });
    await noticing.newSession();
    await noticing.until(() => noticing.of("notice").length > 0, "a notice");
    expect(noticing.of("notice")[0]).toMatchObject({ severity: "warning" });
  });
});

describe("a slash command", () => {
  it("is run, answered in the conversation, and changes what the editor shows", async () => {
    const started = await startAgent();
    const session = await started.newSession();
    expect(await started.prompt(session, "/mode yolo")).toBe("end_turn");
    expect(started.said()).toBe("mode yolo: nothing asks");
    expect(started.of("current_mode_update")).toMatchObject([{ currentModeId: "yolo" }]);
    await started.prompt(session, "/nothing");
    expect(started.said()).toContain("there is no command /nothing");
    // A look-up must not find what every object has.
    await started.prompt(session, "/constructor");
    expect(started.said()).toContain("there is no command /constructor");
    await started.prompt(session, "/exit");
    expect(started.said()).toContain("when you close it in your editor");
    expect(started.lines.some((line) => line.includes("Hello."))).toBe(false);
  });

  it("/new begins anew under the same id, and the old conversation can still be loaded", async () => {
    const started = await startAgent();
    const sessionId = await started.newSession();
    await started.prompt(sessionId, "before");
    await started.prompt(sessionId, "/new");
    await started.prompt(sessionId, "after");
    const { sessions } = await started.agent.request("session/list", { cwd: started.cwd });
    expect(sessions.map(({ title }) => title)).toEqual(["after", "before"]);
    const about = { cwd: started.cwd, mcpServers: [] };
    await started.agent.request("session/resume", { sessionId: sessions[0]?.sessionId ?? "", ...about });
    await started.agent.request("session/load", { sessionId, ...about });
    expect(started.of("user_message_chunk").map(({ content }) => content)).toEqual([
      { type: "text", text: "before" },
    ]);
  });

  it("/compact reports to clients that show it", async () => {
    const started = await startAgent({
      capabilities: { session: { compaction: {} } },
      turns: [
        { text: "word ".repeat(3000) },
        { text: "word ".repeat(3000) },
        { text: "word ".repeat(3000) },
        { text: "The summary." },
      ],
    });
    const session = await started.newSession();
    for (const text of ["one", "two", "three"]) await started.prompt(session, text);
    await started.prompt(session, "/compact");
    expect(started.of("compaction_update")).toMatchObject([{ status: "completed" }]);
  });
});
