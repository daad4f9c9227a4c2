import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tempFolder } from "@mm-agent/testkit";
import { describe, expect, it } from "vitest";
import { KEY, startFront, type FrontOptions } from "../interactive/front-kit.js";

const ALT_SCREEN = "\x1b[?1049h";

/** Starts mm and tells which front end came up, with what it said. */
async function frontOf(options: FrontOptions): Promise<{ readonly front: string; readonly text: string }> {
  const { screen } = await startFront([], options);
  await screen.waitFor(/@ scripted/);
  await screen.waitFor(/yolo/);
  const front = screen.raw().includes(ALT_SCREEN) ? "window" : "line";
  return { front, text: screen.all().join("\n") };
}

describe("mm on a terminal", () => {
  it("opens the window", async () => {
    expect((await frontOf({})).front).toBe("window");
  });

  it.each([
    ["with --line", { args: ["--yolo", "--line"] }],
    ["with ui: line", { files: { "c.yaml": "ui: line\n" }, args: ["--yolo", "--config", "c.yaml"] }],
    [
      "for a screen reader",
      { files: { "c.yaml": "screenReader: true\n" }, args: ["--yolo", "--config", "c.yaml"] },
    ],
    ["on a dumb terminal", { env: { TERM: "dumb" } }],
  ])("opens line mode %s", async (_when, options) => {
    expect((await frontOf(options)).front).toBe("line");
  });

  it("opens line mode where the window cannot be loaded, and says why", async () => {
    const home = tempFolder("mm-home-");
    const hooks = `export async function resolve(name, context, next) {
  if (name.includes("open-window")) throw new Error("this Node lacks what it needs");
  return next(name, context);
}`;
    const hookFile = join(home, "hooks.mjs");
    writeFileSync(hookFile, hooks);
    const first = join(home, "first.mjs");
    writeFileSync(
      first,
      `import { register } from "node:module"; register(${JSON.stringify(pathToFileURL(hookFile).href)});`,
    );
    const { front, text } = await frontOf({
      home,
      env: { NODE_OPTIONS: `--import ${pathToFileURL(first).href}` },
      cols: 120,
    });
    expect(front).toBe("line");
    expect(text).toContain(
      "The window cannot be opened here (this Node lacks what it needs), so this is line mode.",
    );
  });

  it("loads nothing of the window in line mode", async () => {
    const home = tempFolder("mm-home-");
    const coverage = join(home, "coverage");
    mkdirSync(coverage);
    const { screen } = await startFront([{ text: "Hi." }], {
      home,
      args: ["--yolo", "--line"],
      env: { NODE_V8_COVERAGE: coverage },
    });
    await screen.waitFor("yolo >");
    screen.type("go\r");
    await screen.waitFor("Hi.");
    await screen.waitFor(/Hi\.[^]*yolo >/);
    screen.type(KEY.ctrl("d"));
    await screen.exited;
    const scripts = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as {
        result: { url: string }[];
      };
      return result.map(({ url }) => url).filter((url) => url.includes("/cli/dist/"));
    });
    expect(scripts.length).toBeGreaterThan(3);
    for (const url of scripts) {
      expect(url).not.toMatch(/open-window|highlight/);
      const text = readFileSync(new URL(url), "utf8");
      expect(text).not.toContain("TuiAltScreen");
      expect(text).not.toContain("hljs");
    }
  });
});
