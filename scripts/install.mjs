// Installs what is missing, and only then: an up-to-date node_modules costs a few milliseconds.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const PNPM = "pnpm@12.4.2";

/** Runs a command in the repository and ends this process with its exit code when it fails. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    ...options,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", ...options.env },
  });
  if (error) {
    console.error(`${command}: ${error.message}`);
    process.exit(1);
  }
  if (status !== 0) process.exit(signal ? 130 : (status ?? 1));
}

/** A program from node_modules/.bin. */
export const bin = (name) => `${root}node_modules/.bin/${name}`;

export function install() {
  const done = `${root}node_modules/.modules.yaml`;
  const lock = `${root}pnpm-lock.yaml`;
  if (existsSync(done) && statSync(done).mtimeMs >= statSync(lock).mtimeMs) return;
  run("npx", ["-y", PNPM, "install", "--frozen-lockfile", "--prefer-offline"]);
}

export function build() {
  run(bin("turbo"), ["run", "build", "--concurrency=2", "--output-logs=errors-only"]);
}
