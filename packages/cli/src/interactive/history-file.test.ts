import { appendFileSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";
import { openHistory } from "./history-file.js";

it("keeps the history of a project for its owner only, and skips a torn line", () => {
  const home = tempFolder();
  const env = { HOME: home, XDG_STATE_HOME: join(home, "state") };
  const history = openHistory(home, env);
  history.add("one");
  history.add("two\nlines");
  const folder = join(home, "state/mm/history");
  const file = join(folder, readdirSync(folder)[0] ?? "");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, "utf8")).toBe('"one"\n"two\\nlines"\n');
  appendFileSync(file, '"torn');
  expect(openHistory(home, env).older("")).toBe("two\nlines");
  expect(openHistory(join(home, "state"), env).older("")).toBeUndefined();
});

it("reads the end of a file that has grown out of all proportion, and shortens it", () => {
  const home = tempFolder();
  const env = { HOME: home, XDG_STATE_HOME: join(home, "state") };
  openHistory(home, env).add("first");
  const folder = join(home, "state/mm/history");
  const file = join(folder, readdirSync(folder)[0] ?? "");
  appendFileSync(file, `"${"x".repeat(30_000_000)}\n\0\xff not JSON\n"last"\n`);
  const history = openHistory(home, env);
  expect(history.older("")).toBe("last");
  expect(history.older("")).toBeUndefined();
  expect(readFileSync(file, "utf8")).toBe('"last"\n');
});

it("works without a folder it can write to", () => {
  const history = openHistory("/", { HOME: "/dev/null", XDG_STATE_HOME: "/dev/null/state" });
  history.add("kept in memory");
  expect(history.older("")).toBe("kept in memory");
});
