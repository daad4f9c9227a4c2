import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRedactor } from "@mm-agent/core";
import { tempFolder } from "@mm-agent/testkit";
import { beforeEach, expect, test } from "vitest";
import { scripted } from "../../testing/index.js";
import type { SessionRecord } from "../records.js";
import { openTestSession } from "../session-kit.js";
import { sessionTree, type TreeTurn } from "../session-tree.js";
import { createFileStore } from "./file-store.js";
import { lockSession } from "./lock.js";
import { openArchive, sessionFolder } from "./open-archive.js";
import { reopenSession } from "./reopen.js";

let cwd: string;
let env: Record<string, string>;
const redactor = createRedactor([]);
beforeEach(() => {
  cwd = tempFolder();
  env = { XDG_STATE_HOME: tempFolder(), HOME: cwd };
});
const archive = () => openArchive({ cwd, env });
const fileOf = (id: string) => join(sessionFolder({ cwd, env }), `${id}.jsonl`);
const store = (id: string) => createFileStore({ id, file: fileOf(id), redactor, onError: () => {} });
const records = (id: string) =>
  readFileSync(fileOf(id), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SessionRecord);
const script = () => scripted({ turns: [1, 2, 3, 4].map((n) => ({ text: `answer ${n}` })) });

async function talk(id: string, ...prompts: string[]): Promise<void> {
  const known = await archive().find(id);
  const opened = known.ok
    ? await reopenSession(id, { archive: archive(), redactor, onError: () => {} })
    : undefined;
  const { session } = openTestSession(script(), {
    cwd,
    id,
    ...(opened?.ok ? { resumed: opened.value } : { openStore: store }),
  });
  for (const prompt of prompts) await session.prompt(prompt);
  await session.dispose();
}

/** One line a turn, indented, with the sessions that end there. */
function draw(turns: readonly TreeTurn[], depth = 0): string[] {
  return turns.flatMap((turn) => [
    `${"  ".repeat(depth)}${turn.prompt}${turn.tips.map((tip) => ` <${tip.title}>`).join("")}`,
    ...draw(turn.children, depth + 1),
  ]);
}

async function fork(id: string, upTo: string): Promise<string> {
  const made = await archive().fork(id, upTo);
  if (!made.ok) throw new Error(made.text);
  return made.value.id;
}

async function tree(id: string) {
  const found = await sessionTree(archive(), id);
  if (!found.ok) throw new Error(found.text);
  return found.value;
}

test("a session and its copies are one tree; a turn tells where to copy before and behind it", async () => {
  await talk("main", "first", "second", "third");
  const [, second] = (await tree("main")).turns[0]!.children.flatMap((turn) => [turn, turn]);
  const behind = await fork("main", second!.last);
  await talk(behind, "third, otherwise");
  const instead = await fork("main", second!.before);
  await talk(instead, "second, otherwise");
  await archive().rename(behind, "behind");
  await archive().rename(instead, "instead");
  const again = await fork(behind, (await tree(behind)).turns[0]!.last);
  await talk(again, "from a copy of a copy");
  const drawn = [
    "first",
    "  second",
    "    third <first>",
    "    third, otherwise <behind>",
    "  second, otherwise <instead>",
    "  from a copy of a copy <first>",
  ];
  const whole = await tree("main");
  expect(draw(whole.turns)).toEqual(drawn);
  expect(draw((await tree(instead)).turns)).toEqual(drawn);
  expect(whole.path).toHaveLength(3);
  expect((await tree(again)).path[0]).toBe(whole.path[0]);
  expect(
    records(behind)
      .map((record) => record.type)
      .filter((type) => type === "user"),
  ).toHaveLength(3);
  expect(records(instead).filter((record) => record.type === "user")).toMatchObject([
    { prompt: "first" },
    { prompt: "second, otherwise" },
  ]);
  // What a copy came from may be gone.
  rmSync(fileOf("main"));
  expect(draw((await tree(behind)).turns)).toEqual(drawn.filter((line) => !line.includes("third <first>")));
});

test("turns that were taken out are not in the tree, and a session without a file says so", async () => {
  await talk("main", "kept", "dropped");
  const dropped = records("main").findLast((record) => record.type === "user")!;
  const drop = { type: "drop", id: "d", parent: dropped.id, at: dropped.at, record: dropped.id };
  appendFileSync(fileOf("main"), `${JSON.stringify(drop)}\n`);
  expect(draw((await tree("main")).turns)).toEqual(["kept <kept>"]);
  expect(await sessionTree(archive(), "none")).toEqual({ ok: false, text: "session none has no file yet" });
});

test("another title: appended, kept through damage, refused while the session is open", async () => {
  await talk("main", "hello");
  const before = records("main").length;
  expect(await archive().rename("main", "better")).toMatchObject({ ok: true, value: { title: "better" } });
  expect(records("main").slice(before)).toMatchObject([{ type: "set", title: "better" }]);
  writeFileSync(fileOf("main"), `${readFileSync(fileOf("main"), "utf8")}{"type":"us`);
  expect(await archive().rename("main", "best")).toMatchObject({ ok: true, value: { title: "best" } });
  expect(records("main").at(-1)).toMatchObject({ title: "best" });
  const held = await lockSession(fileOf("main"));
  expect(await archive().rename("main", "no")).toMatchObject({ ok: false });
  if (held.ok) await held.lock.release();
  expect(await archive().rename("nope", "no")).toMatchObject({ ok: false });
});
