import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript5";
import { expect, test } from "vitest";
import { isRunning, makeProject, until } from "../fixtures/harness.js";

/** Starts a process that ignores every polite signal, and waits to be killed itself. */
const PARENT = `
import { spawn } from "node:child_process";
import { trackGroup } from "./process-groups.mjs";
const script = 'process.on("SIGTERM", () => 0); process.on("SIGHUP", () => 0); setInterval(() => 0, 1000); console.log("up")';
const child = spawn(process.execPath, ["-e", script], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
trackGroup(child.pid);
child.stdout.once("data", () => console.log(child.pid));
process.stdin.on("data", () => process.exit(0));
`;

test.skipIf(process.platform === "win32").each([
  ["is killed", "SIGKILL"],
  ["is asked to end", "SIGTERM"],
  ["exits by itself", undefined],
] as const)("a server that will not go is ended when its parent %s", async (_how, signal) => {
  const source = readFileSync(new URL("./process-groups.ts", import.meta.url), "utf8");
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const project = makeProject({ "process-groups.mjs": outputText, "parent.mjs": PARENT });
  const parent = spawn(process.execPath, [project.path("parent.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const pid = await new Promise<number>((done) =>
    parent.stdout.once("data", (data: Buffer) => done(Number(data.toString()))),
  );
  expect(isRunning(pid)).toBe(true);
  if (signal) parent.kill(signal);
  else parent.stdin.write("go\n");
  await until(() => !isRunning(pid));
  project.remove();
});
