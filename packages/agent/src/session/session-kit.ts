import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPolicy,
  createRedactor,
  createWorkspace,
  defineTool,
  type Logger,
  type Mode,
  type MmEvent,
  type Tool,
} from "@mm-agent/core";
import type { Provider } from "../provider/types.js";
import { createSession } from "./create-session.js";
import type { SessionOptions } from "./session-options.js";
import type { Session } from "./types.js";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A tool for tests that gives its text back. */
export const say = defineTool({
  name: "say",
  kind: "think",
  description: "Says a text.",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  counter: { icon: "!", label: "word(s)" },
  run: ({ text }) => text,
}) as Tool;

export interface TestSession {
  readonly session: Session;
  readonly events: MmEvent[];
  /** The events of one type, in order. */
  readonly of: <T extends MmEvent["type"]>(type: T) => Extract<MmEvent, { type: T }>[];
}

/** A session over a temporary folder, with a real workspace, dispatcher and policy. */
export function openTestSession(
  provider: Provider,
  more: Partial<Omit<SessionOptions, "provider">> & {
    readonly mode?: Mode;
    readonly secrets?: readonly string[];
  } = {},
): TestSession {
  const cwd = more.cwd ?? mkdtempSync(join(tmpdir(), "mm-session-"));
  const events: MmEvent[] = [];
  const session = createSession({
    cwd,
    provider,
    system: "You are a test.",
    tools: [say],
    policy: createPolicy({ mode: more.mode ?? "yolo", rules: [] }),
    workspace: createWorkspace({ root: cwd }),
    env: {},
    configOf: () => ({}),
    maxOutput: 20_000,
    limits: { maxTurns: 10, watchdogMs: 5000, retry: { max: 3, baseMs: 5, longestMs: 500 } },
    log: SILENT,
    redactor: createRedactor(more.secrets ?? []),
    spawnSelf: () => ({ command: "mm", args: [], env: {} }),
    ...more,
  });
  session.subscribe((event) => void events.push(event));
  const of: TestSession["of"] = (type) => events.filter((event): event is never => event.type === type);
  return { session, events, of };
}
