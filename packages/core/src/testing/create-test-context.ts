import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Block, Ctx } from "../tool/types.js";
import { createWorkspace } from "../workspace/workspace.js";

export interface TestContextOptions {
  /** Default: a fresh temporary folder. */
  readonly cwd?: string;
  readonly config?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly maxOutput?: number;
}

/** A context as the dispatcher would give it, over a real workspace in a temporary folder, and what the tool reported. */
export function createTestContext(options: TestContextOptions = {}): {
  readonly ctx: Ctx;
  readonly progress: Block[];
} {
  const cwd = options.cwd ?? realpathSync(mkdtempSync(join(tmpdir(), "mm-tool-")));
  const progress: Block[] = [];
  const ctx: Ctx = {
    sessionId: "test",
    callId: "call_1",
    cwd,
    signal: options.signal ?? new AbortController().signal,
    env: options.env ?? { PATH: process.env["PATH"] ?? "", HOME: cwd },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    config: options.config ?? {},
    limits: { maxOutput: options.maxOutput ?? 20_000 },
    workspace: createWorkspace({ root: cwd }),
    progress: (block) => void progress.push(block),
    history: () => [],
    host: {
      yolo: true,
      emit: () => {},
      ask: async () => ({ outcome: "reject" }),
      spawnSelf: () => ({ command: process.execPath, args: [], env: {} }),
    },
  };
  return { ctx, progress };
}
