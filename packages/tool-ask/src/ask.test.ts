import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { fake, openAsk } from "./fixtures/open-ask.js";
import { processesWith, until } from "./fixtures/processes.js";

const settings = { mmConfigs: { fake: { command: fake() } } };

describe("the texts of ask_agent", () => {
  it("gives the answer, and says in short that it was given", async () => {
    const { ask, of } = await openAsk({ settings });
    expect(await ask({ agent: "fake", prompt: "say: Hello there." })).toEqual({
      text: "Hello there.",
      display: [{ type: "text", text: "fake answered (12 characters)" }],
      data: { agent: "fake", stop: "answered" },
    });
    expect(of("text.delta").map(({ text, agent }) => [agent, text])).toEqual([[["fake"], "Hello there."]]);
  });

  it("refuses what cannot be asked, before anybody is asked", async () => {
    const { ask, tool, context } = await openAsk({
      settings: { mmConfigs: { b: { command: fake() }, a: { command: fake() } } },
    });
    expect((await ask({ agent: "x", prompt: "go" })).text).toBe(
      '[ask_agent: unknown agent "x" — agents: a, b]',
    );
    expect((await ask({ agent: "a", prompt: " \n" })).text).toBe(
      "[ask_agent: the prompt is empty — say what a must do]",
    );
    expect(
      (
        await ask({
          tasks: [
            { agent: "a", prompt: "go" },
            { agent: "y", prompt: "go" },
          ],
        })
      ).text,
    ).toBe('[ask_agent: unknown agent "y" — agents: a, b]');
    const deep = { ...context(), env: { MM_ASK_DEPTH: "2" } };
    expect(await tool.plan?.({ agent: "a", prompt: "go" }, deep)).toMatchObject({
      refuse: {
        ok: false,
        text: "[ask_agent: agents ask agents at most 2 levels deep (MM_ASK_DEPTH) — do this yourself with your own tools]",
      },
    });
  });

  it("takes the last message for the answer, not what was said on the way", async () => {
    const { ask, of } = await openAsk({ settings });
    const { text } = await ask({
      agent: "fake",
      prompt: "say: I look.\ncall: ls\nthink: hm\nsay: Found it.",
    });
    expect(text).toBe("Found it.");
    expect(of("tool.planned").map(({ tool, title, agent, kind }) => [tool, title, agent, kind])).toEqual([
      ["execute", "ls", ["fake"], "execute"],
    ]);
    expect(of("tool.done").map(({ ok, text: shown }) => [ok, shown])).toEqual([[true, "done"]]);
    expect(of("message.done").map((event) => event.text)).toEqual(["I look.", "Found it."]);
    expect(of("session.changed")).toMatchObject([{ title: "fake", agent: ["fake"] }]);
    await ask({ agent: "fake", prompt: "late: ls -la" });
    expect(of("tool.done").at(-1)).toMatchObject({ title: "ls -la", ok: false });
  });

  it("tells of no answer, of a failure, and of one that broke off", async () => {
    const { ask } = await openAsk({
      settings: {
        mmConfigs: {
          fake: { command: fake() },
          gone: { command: ["no-such-program-here"] },
          ended: { command: fake("--exit") },
          mute: { command: fake("--mute") },
          login: { command: fake("--login") },
        },
        startTimeout: 1,
      },
    });
    const text = async (agent: string, prompt: string): Promise<string> =>
      (await ask({ agent, prompt })).text;
    expect(await text("fake", "think: hm")).toBe("[ask_agent: fake gave no answer]");
    expect(await text("fake", "fail")).toBe("[ask_agent: fake failed: no such model]");
    expect(await text("gone", "x")).toBe(
      "[ask_agent: gone failed: there is no program no-such-program-here]",
    );
    expect(await text("ended", "x")).toBe("[ask_agent: ended failed: its process ended with exit code 7]");
    expect(await text("mute", "x")).toBe("[ask_agent: mute failed: it did not answer within 1 s]");
    expect(await text("login", "x")).toBe(
      "[ask_agent: login failed: it wants a login: start its own program once and log in there, or give it its key]",
    );
    expect(await text("fake", "die")).toBe("[ask_agent: fake failed: its process ended with exit code 3]");
    expect(await text("fake", "say: Half of\nkill")).toBe(
      "Half of\n\n[ask_agent: fake stopped before finishing: its process was ended by SIGKILL]",
    );
    // The next question starts it again.
    expect(await text("fake", "say: back")).toBe("back");
  });

  it("sends the conversation up to the person's question, never tool outputs, when asked to", async () => {
    const log = join(tempFolder(), "log");
    const { ask } = await openAsk({
      settings,
      env: { FAKE_LOG: log },
      history: [
        { role: "user", text: "What is this?" },
        { role: "assistant", text: "A parser." },
        { role: "tool", text: "bash: ls" },
        { role: "user", text: "Mend it" },
        { role: "assistant", text: "not sent any more" },
      ],
    });
    expect((await ask({ agent: "fake", prompt: "say: ok", with_context: true })).text).toBe("ok");
    expect((await ask({ agent: "fake", prompt: "/new" })).text).toBe("[ask_agent: fake gave no answer]");
    const prompts = readFileSync(log, "utf8")
      .split("\n")
      .flatMap((line) => (line.includes("session/prompt") ? [JSON.parse(line).params.prompt[0].text] : []));
    expect(prompts).toEqual([
      "[The conversation so far, of a person with the agent that asks you]\nPerson: What is this?\nAgent: A parser.\nTool call: bash: ls\nPerson: Mend it\n[End of the conversation; your task follows]\n\nsay: ok",
      // What begins with a slash would run a command of another mm.
      " /new",
    ]);
  });
});

describe("an agent's process", () => {
  it("is started by the first question, shared by eight at once, and used again", async () => {
    const { ask, mark } = await openAsk({ settings });
    expect(processesWith(mark)).toEqual([]);
    const eight = Array.from({ length: 8 }, (_, at) =>
      ask({ agent: "fake", prompt: `wait: 50\nsay: ${at}` }),
    );
    expect((await Promise.all(eight)).map(({ text }) => text)).toEqual([
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
    ]);
    expect(processesWith(mark)).toHaveLength(1);
    const first = await ask({ agent: "fake", prompt: "pid" });
    expect(await ask({ agent: "fake", prompt: "pid" })).toEqual(first);
  });

  it("ends when it is not used", async () => {
    const { ask, mark } = await openAsk({ settings: { ...settings, idleMinutes: 0.005 } });
    await ask({ agent: "fake", prompt: "say: x" });
    expect(processesWith(mark)).toHaveLength(1);
    await until(() => processesWith(mark).length === 0, "the idle process ends");
    expect((await ask({ agent: "fake", prompt: "say: y" })).text).toBe("y");
  });

  it("may print what is no message", async () => {
    const { ask } = await openAsk({ settings });
    expect((await ask({ agent: "fake", prompt: "garbage\nnonsense\nsay: still here" })).text).toBe(
      "still here",
    );
  });

  it("gets no provider key but those it names, and knows how deep it stands", async () => {
    const env = { ANTHROPIC_API_KEY: "sk-secret-key", MM_YOLO: "1", MM_MODEL: "x" };
    const named = { command: fake(), env: ["ANTHROPIC_API_KEY"] };
    const { ask } = await openAsk({ settings: { mmConfigs: { ...settings.mmConfigs, named } }, env });
    const prompt = "env: ANTHROPIC_API_KEY\nsay:  \nenv: MM_ASK_DEPTH\nsay:  \nenv: MM_MODEL";
    expect((await ask({ agent: "fake", prompt })).text).toBe(
      "ANTHROPIC_API_KEY=(unset)MM_ASK_DEPTH=1MM_MODEL=(unset)",
    );
    expect((await ask({ agent: "named", prompt: "env: ANTHROPIC_API_KEY" })).text).toBe(
      "ANTHROPIC_API_KEY=sk-secret-key",
    );
  });

  it("is ended although it ignores the end of its input and SIGTERM", async () => {
    const { ask, instance, mark } = await openAsk({
      settings: { mmConfigs: { s: { command: fake("--stubborn") } } },
    });
    await ask({ agent: "s", prompt: "say: x" });
    await instance.dispose?.();
    expect(processesWith(mark)).toEqual([]);
  });
});

describe("an end before the answer", () => {
  it("cancels an agent that listens, and keeps its process", async () => {
    const { ask, of, mark } = await openAsk({ settings });
    const stop = new AbortController();
    const asked = ask({ agent: "fake", prompt: "until_cancelled" }, stop.signal);
    await until(() => of("text.delta").length > 0, "it works");
    stop.abort();
    expect(await asked).toMatchObject({
      ok: false,
      code: "cancelled",
      text: "waiting\n\n[ask_agent: fake stopped before finishing: cancelled]",
      display: [{ type: "text", text: "[ask_agent: fake stopped before finishing: cancelled]" }],
    });
    expect(processesWith(mark)).toHaveLength(1);
  });

  it("ends an agent that does not listen, within two seconds", async () => {
    const { ask, of, mark } = await openAsk({ settings });
    const stop = new AbortController();
    const asked = ask({ agent: "fake", prompt: "hang" }, stop.signal);
    await until(() => of("text.delta").length > 0, "it works");
    const began = performance.now();
    stop.abort();
    expect((await asked).text).toBe("working\n\n[ask_agent: fake stopped before finishing: cancelled]");
    expect(performance.now() - began).toBeLessThan(2000);
    expect(processesWith(mark)).toEqual([]);
    expect((await ask({ agent: "fake", prompt: "say: again" })).text).toBe("again");
  });

  it("ends a question to a silent agent, and with it the turn", async () => {
    const { ask } = await openAsk({ settings: { ...settings, watchdogTimeout: 0.3 } });
    expect(await ask({ agent: "fake", prompt: "say: hm\nwait: 60000" })).toMatchObject({
      ok: false,
      code: "timeout",
      text: "hm\n\n[ask_agent: fake stopped before finishing: no sign of life for 0.3 s (watchdogTimeout)]",
      endTurn: {
        reason: "watchdog",
        message:
          "[error: fake: no sign of life for 0.3 s (watchdogTimeout) — turn stopped; ask again, raise watchdogTimeout, or try another agent]",
      },
    });
  });

  it("counts everything an agent does as a sign of life, and a person's thinking as none needed", async () => {
    const answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return { outcome: "once" } as const;
    };
    const { ask } = await openAsk({ settings: { ...settings, watchdogTimeout: 0.6 }, yolo: false, answer });
    const steps = ["say: a", "think: b", "call: c", "permit: edit", "say:  end"];
    expect((await ask({ agent: "fake", prompt: steps.join("\nwait: 300\n") })).text).toBe("edit: yend");
  });
});

describe("questions of a foreign agent", () => {
  it("reach the person with its name and its own options, and its answer reaches it", async () => {
    const { ask, questions, of } = await openAsk({
      settings,
      yolo: false,
      answer: () => ({ outcome: "session" }),
    });
    expect((await ask({ agent: "fake", prompt: "permit: edit" })).text).toBe("edit: always");
    expect(questions).toMatchObject([
      {
        callId: "call_1/p1",
        agent: ["fake"],
        tool: "edit",
        title: "a edit",
        kind: "edit",
        preview: [{ type: "text", text: "a edit" }],
        options: [
          { id: "once", label: "Yes" },
          { id: "session", label: "Always" },
          { id: "reject", label: "No" },
        ],
        why: "the agent asks",
      },
    ]);
    expect(of("permission.asked").map(({ agent }) => agent)).toEqual([["fake"]]);
    expect(of("permission.answered")).toHaveLength(1);
  });

  it("are answered by the entry's yolo, else by the session's", async () => {
    const agents = {
      fake: { command: fake() },
      never: { command: fake(), yolo: false },
      always: { command: fake(), yolo: true },
    };
    const loose = await openAsk({ settings: { mmConfigs: agents } });
    expect((await loose.ask({ agent: "fake", prompt: "permit: edit" })).text).toBe("edit: y");
    expect((await loose.ask({ agent: "never", prompt: "permit: edit" })).text).toBe("edit: n");
    expect(loose.questions).toHaveLength(1);
    const strict = await openAsk({ settings: { mmConfigs: agents }, yolo: false });
    expect((await strict.ask({ agent: "always", prompt: "permit: edit" })).text).toBe("edit: y");
    expect(strict.questions).toHaveLength(0);
  });

  it("are rejected under mode inspect, but for those that only read", async () => {
    const { ask, questions } = await openAsk({ settings });
    const prompt = "permit: edit\npermit: read\npermit: execute";
    expect((await ask({ agent: "fake", prompt, mode: "inspect" })).text).toBe("edit: nread: yexecute: n");
    expect(questions).toEqual([]);
  });
});

describe("several tasks", () => {
  it("run side by side, four at most, and give their results in order; one that fails does not stop the others", async () => {
    const { ask, of } = await openAsk({ settings });
    const tasks = [
      { agent: "fake", prompt: "wait: 300\nsay: slow" },
      { agent: "fake", prompt: "fail" },
      { agent: "fake", prompt: "say: quick" },
    ];
    expect(await ask({ tasks })).toMatchObject({
      ok: false,
      code: "failed",
      text: "## 1. fake\nslow\n\n## 2. fake\n[ask_agent: fake failed: no such model]\n\n## 3. fake\nquick",
      display: [
        {
          type: "text",
          text: "fake answered (4 characters)\n[ask_agent: fake failed: no such model]\nfake answered (5 characters)",
        },
      ],
    });
    expect(of("text.delta").map(({ agent, text }) => [agent, text])).toEqual([
      [["fake 3"], "quick"],
      [["fake"], "slow"],
    ]);
  });
});
