import { openRuntime, type EffectiveConfig, type Runtime, type Session } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { runtimeOptions } from "../commands/open-cli.js";
import { EXIT } from "../exit-codes.js";
import { openHistory } from "../interactive/history-file.js";
import { startNotes } from "../interactive/start-notes.js";
import { completionSource, firstLine, startSession } from "../interactive/start-session.js";
import type { Out } from "../output/write.js";
import { version } from "../version.js";
import { askTrust } from "./app/ask-trust.js";
import { Window } from "./app/window.js";
import type { WindowSettings } from "./app/window-options.js";
import { createTranscript } from "./blocks/create-transcript.js";
import { WINDOW_COMMANDS } from "./dialogs/window-commands.js";
import { createKeymap } from "./keys/create-keymap.js";
import { createWindowTheme } from "./theme/window-theme.js";

/** The window with its first frame drawn; the folder is still being opened. */
export interface OpenedWindow {
  /** A conversation until the person leaves; gives the exit code. */
  run(runtime: Runtime, args: Args): Promise<number>;
  /** Closes it again: the folder cannot be opened. */
  close(): void;
}

/** Opens the window on the terminal, which is raw already. */
export function openWindow(config: EffectiveConfig, cwd: string, out: Out): OpenedWindow {
  const settings: WindowSettings = {
    whileRunning: config.whileRunning,
    notify: config.notify,
    still: config.reducedMotion,
    recall: true,
  };
  const { theme, follow, change } = createWindowTheme(config.theme, process.env, () => {
    window.tui.invalidate();
    window.draw();
  });
  const keys = createKeymap(config);
  const source = completionSource(
    cwd,
    () => window.session,
    () => window.draw(),
  );
  const window: Window = new Window({
    out,
    cwd,
    config,
    theme,
    keys,
    settings,
    takeUp(key, value) {
      if (key === "theme") change(value as EffectiveConfig["theme"]);
      else if (key === "whileRunning") settings.whileRunning = value as WindowSettings["whileRunning"];
      else if (key === "notify") settings.notify = value as WindowSettings["notify"];
      else if (key === "reducedMotion") settings.still = value as boolean;
      else return false;
      return true;
    },
    env: process.env,
    history: openHistory(cwd, process.env),
    source: { ...source, commands: () => [...source.commands(), ...WINDOW_COMMANDS] },
    createTranscript: (changed) =>
      createTranscript({ theme: () => theme, cwd, previewLines: config.previewLines, changed }),
  });
  try {
    window.start();
  } catch (error) {
    window.leave(EXIT.failed);
    throw error;
  }
  follow(window.tui);
  return {
    run: (runtime, args) => converse(window, { runtime, args, out, warnings: keys.warnings }),
    close: () => window.leave(EXIT.usage),
  };
}

interface Start {
  readonly runtime: Runtime;
  readonly args: Args;
  readonly out: Out;
  readonly warnings: readonly string[];
}

async function converse(window: Window, { runtime: first, args, out, warnings }: Start): Promise<number> {
  let runtime = first;
  window.runtime = runtime;
  const leave = async (text: string): Promise<number> => {
    window.leave(EXIT.usage);
    await runtime.dispose();
    out.stderr(`mm: ${text}\n`);
    return EXIT.usage;
  };
  const question = runtime.trustQuestion();
  if (question && !args.flags.trust) {
    const trusted = await askTrust(window, question);
    if (trusted !== undefined) await runtime.trust(trusted);
    if (trusted) {
      await runtime.dispose();
      const again = await openRuntime(runtimeOptions(args));
      if (!again.ok) return leave(again.text);
      ({ runtime } = again);
      window.runtime = runtime;
    }
  }
  const started = await startSession(runtime, args, (request) => window.ask(request));
  if (!started.ok) return leave(started.text);
  const { session } = started;
  greet(window, runtime, warnings);
  const code = await run(window, session, args);
  await session.dispose();
  await runtime.dispose();
  return code;
}

async function run(window: Window, session: Session, args: Args): Promise<number> {
  if (session.messages().length > 0) window.replay(await session.replay());
  return window.run(session, firstLine(args));
}

/** What stands in an empty transcript: the tools, the keys to begin with, and what was skipped and why. */
function greet(
  { transcript, options: { keys } }: Window,
  runtime: Runtime,
  warnings: readonly string[],
): void {
  const { tools, skipped } = startNotes(runtime);
  const hints = [
    "/help for commands",
    ...(
      [
        ["help", "for keys"],
        ["foldNewest", "unfolds"],
        ["leave", "leaves"],
      ] as const
    ).flatMap(([action, does]) =>
      keys
        .keysOf(action)
        .slice(0, 1)
        .map((key) => `${key} ${does}`),
    ),
  ];
  transcript.say([{ type: "text", text: `mm ${version()} · ${tools}\n${hints.join(", ")}` }]);
  for (const text of [...skipped, ...warnings]) transcript.say([{ type: "text", text }], "warning");
}
