import type { PermissionRequest } from "@mm-agent/core";
import { visibleWidth } from "@earendil-works/pi-tui";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTheme } from "../theme/create-theme.js";
import { Asker } from "./asker.js";
import { PermissionBox } from "./permission-box.js";

const request: PermissionRequest = {
  id: "q",
  callId: "c",
  agent: ["reviewer", "helper"],
  tool: "bash",
  title: "rm -rf \u202ebuild",
  kind: "execute",
  subject: "command",
  preview: [{ type: "text", text: Array.from({ length: 30 }, (_, at) => `step ${at}`).join("\n") }],
  changes: [],
  options: [
    { id: "once", label: "" },
    { id: "session", label: "", rule: "bash: rm *\nbash: ls *" },
    { id: "reject", label: "" },
    { id: "reject_session", label: "" },
  ],
  why: "mode ask",
};

function bench(rows = 30) {
  const ahead: string[] = [];
  let burst = false;
  const editor = {
    draft: "",
    take: () => void (editor.draft = ""),
    handleInput: (data: string) => void ahead.push(data),
  };
  const asker = new Asker({ changed: () => {} });
  const box = new PermissionBox({
    asker,
    theme: createTheme({ name: "dark", colours: 0 }),
    cwd: "/project",
    rows: () => rows,
    burst: () => burst,
    editor,
    elsewhere: (data) => data === "\x1b",
  });
  return { asker, box, ahead, editor, burstly: (on: boolean) => void (burst = on) };
}

it("names who asks, writes hidden characters out, and shows only what may be answered", () => {
  const { asker, box } = bench();
  void asker.ask(request);
  const text = box.render(70).join("\n");
  expect(text).toContain("🔐 reviewer · helper · bash needs permission (mode ask)");
  expect(text).toContain(String.raw`rm -rf \u202ebuild`);
  expect(text).toContain("s and p store the rules");
  expect(text).toContain("   bash: rm *\n   bash: ls *");
  expect(text).not.toContain("[p]");
  expect(text).toMatch(/↓ \d+ more rows/);
  asker.close();
  expect(box.render(70)).toEqual([]);
});

it("keeps its rows within any width and its height within the window", () => {
  const { asker, box } = bench(20);
  void asker.ask(request);
  for (const width of [1, 5, 20, 100]) {
    const drawn = box.render(width);
    for (const row of drawn) expect(visibleWidth(row)).toBeLessThanOrEqual(width);
  }
  expect(box.render(80).length).toBeLessThanOrEqual(14);
  asker.close();
});

it("scrolls with the arrows, pages, Home, End and the wheel", () => {
  const { asker, box } = bench();
  void asker.ask(request);
  const shows = (text: string): boolean => box.render(60).some((row) => row.trim() === text);
  expect(shows("step 0")).toBe(true);
  box.handleInput("\x1b[F");
  expect(shows("step 29")).toBe(true);
  box.handleInput("\x1b[A");
  expect(shows("step 29")).toBe(false);
  box.handleInput("\x1b[H");
  expect(shows("step 0")).toBe(true);
  box.handleInput("\x1b[6~");
  expect(shows("step 0")).toBe(false);
  box.handleInput("\x1b[5~");
  expect(shows("step 0")).toBe(true);
  const at = { button: "none", x: 0, y: 0, screenX: 0, screenY: 0, width: 60, height: 10 } as const;
  box.handleMouse({ ...at, type: "wheel", wheelDelta: 3, shift: false, alt: false, ctrl: false });
  expect(shows("step 0")).toBe(false);
  asker.close();
});

it("answers with one key after the quiet time, and hands everything else on", async () => {
  const { asker, box, ahead, burstly } = bench();
  const answer = asker.ask(request);
  box.render(60);
  box.handleInput("a");
  box.handleInput("\r");
  box.handleInput("\x1b\r");
  expect(ahead).toEqual(["a"]);
  await sleep(500);
  box.handleInput("\x1b");
  box.handleInput("\x1b[200~s\x1b[201~");
  await sleep(500);
  burstly(true);
  box.handleInput("s");
  box.handleInput("\r");
  burstly(false);
  expect(ahead).toEqual(["a", "\x1b[200~s\x1b[201~", "s"]);
  await sleep(500);
  expect(asker.current?.armed).toBe(true);
  // A terminal with the Kitty protocol sends letters as numbers.
  box.handleInput("\x1b[110u");
  expect(await answer).toEqual({ outcome: "reject_session" });
});

it("takes no letter of a word for an answer, however slowly it is typed within the quiet time", async () => {
  const { asker, box, ahead } = bench();
  void asker.ask(request);
  await sleep(500);
  for (const letter of "use n") {
    box.handleInput(letter);
    await sleep(120);
  }
  expect(ahead.join("")).toBe("use n");
  expect(asker.current).toBeDefined();
  asker.close();
});

it("rejects with what stands in the editor on Enter, and says so", async () => {
  const { asker, box, editor } = bench();
  const answer = asker.ask(request);
  expect(box.render(120).join("\n")).not.toContain("[Enter]");
  editor.draft = "use printf\n";
  await sleep(500);
  expect(box.render(120).join("\n")).toContain("[Enter] reject with what you typed");
  box.handleInput("\x1b\r");
  expect(asker.current).toBeDefined();
  await sleep(500);
  box.handleInput("\r");
  expect(await answer).toEqual({ outcome: "reject", reason: "use printf" });
  expect(editor.draft).toBe("");
});

it("leaves the rest of a small window its rows, and scrolls rules that have no room", () => {
  const { asker, box } = bench(15);
  void asker.ask({
    ...request,
    options: [...request.options, { id: "project" as const, label: "" }].map((option) =>
      option.id === "session" ? { ...option, rule: `bash: ${"echo a long line; ".repeat(12)}end` } : option,
    ),
  });
  expect(box.render(40).length).toBeLessThanOrEqual(8);
  expect(box.render(50)[0]).not.toContain("(mode");
  expect(box.render(40).join("\n")).not.toContain("store the rule");
  box.handleInput("\x1b[F");
  expect(box.render(40).join("\n")).toMatch(/line; end *\n ↑/);
  asker.close();
});

it("does not repeat a title that the preview begins with", () => {
  const { asker, box } = bench(40);
  const text = "cat > x.sh <<'E'\necho 1\nE\n";
  void asker.ask({ ...request, title: "cat > x.sh <<'E' …", preview: [{ type: "text", text }] });
  expect(box.render(60).filter((row) => row.includes("cat > x.sh"))).toEqual([" cat > x.sh <<'E'"]);
  asker.close();
});

it("allows nothing whose end has not been on the screen", async () => {
  const { asker, box, ahead } = bench();
  const answer = asker.ask(request);
  await sleep(500);
  expect(box.render(60).join("\n")).toContain("more rows · to allow, read on (arrows, End)");
  box.handleInput("a");
  box.handleInput("s");
  expect(asker.current).toBeDefined();
  box.handleInput("\x1b[F");
  expect(box.render(60).join("\n")).toContain("step 29");
  box.handleInput("\x1b[H");
  box.render(60);
  box.handleInput("a");
  expect(await answer).toEqual({ outcome: "once" });
  expect(ahead).toEqual([]);
});

it("rejects unread, too", async () => {
  const { asker, box } = bench();
  const answer = asker.ask(request);
  await sleep(500);
  box.render(60);
  box.handleInput("r");
  expect(await answer).toEqual({ outcome: "reject" });
});

it("scrolls a rule as long as a command, so that the choices stay in sight", async () => {
  const { asker, box } = bench(24);
  const command = `${Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ")}; danger`;
  void asker.ask({
    ...request,
    preview: [{ type: "text", text: command }],
    options: [
      { id: "once", label: "" },
      { id: "session", label: "", rule: `bash: ${command}` },
    ],
  });
  const drawn = box.render(80);
  expect(drawn.length).toBeLessThanOrEqual(14);
  expect(drawn.at(-1)).toContain("[a] allow once");
  box.handleInput("\x1b[F");
  expect(box.render(80).join("\n")).toContain("word399; danger");
  asker.close();
});

it("is not answered with yes in a window too small to show it", async () => {
  const { asker, box } = bench(3);
  void asker.ask({ ...request, preview: [] });
  await sleep(500);
  box.render(5);
  box.handleInput("a");
  expect(asker.current).toBeDefined();
  asker.close();
});
