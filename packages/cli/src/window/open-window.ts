import { openRuntime, type Runtime, type Session } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { runtimeOptions } from "../commands/open-cli.js";
import { EXIT } from "../exit-codes.js";
import { openHistory } from "../interactive/history-file.js";
import { startNotes } from "../interactive/start-notes.js";
import { completionSource, firstLine, startSession } from "../interactive/start-session.js";
import type { Out } from "../output/write.js";
import { version } from "../version.js";
import { ACTIONS } from "./app/actions.js";
import { askTrust } from "./app/ask-trust.js";
import { Window } from "./app/window.js";
import { createTranscript } from "./blocks/create-transcript.js";
import { createKeymap } from "./keys/create-keymap.js";
import { coloursOf, sideFromEnv } from "./theme/colours-of.js";
import { createTheme, type ThemeOptions } from "./theme/create-theme.js";
import { followTerminal } from "./theme/follow-terminal.js";
import { createLiveTheme } from "./theme/live-theme.js";
import type { Theme } from "./types.js";

/** The window: a conversation on the whole screen of the terminal. Gives the exit code. The terminal is raw already. */
export async function openWindow(first: Runtime, args: Args, out: Out): Promise<number> {
  let runtime = first;
  let session: Session | undefined;
  const { config } = runtime;
  const colours = coloursOf(process.env);
  const side = sideFromEnv(process.env);
  const paint = (background: ThemeOptions["background"]): Theme =>
    createTheme({ name: config.theme, colours, ...(background === undefined ? {} : { background }) });
  const { theme, set } = createLiveTheme(paint(side));
  const keys = createKeymap(config);
  const window: Window = new Window({
    out,
    runtime,
    theme,
    keys,
    whileRunning: config.whileRunning,
    notify: config.notify,
    env: process.env,
    history: openHistory(runtime.cwd, process.env),
    source: completionSource(
      runtime.cwd,
      () => session,
      () => window.draw(),
    ),
    still: config.reducedMotion,
    actions: ACTIONS,
    createTranscript: (changed) => 
      createTranscript({
        theme: () => theme,
        cwd: runtime.cwd,
        previewLines: config.previewLines,
        changed,
      }),
  });
  window.start();
  if (config.theme === "auto" && colours !== 0)
    followTerminal(window.tui, (background) => {
      set(paint(background));
      window.tui.invalidate();
      window.draw();
    });
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
  ({ session } = started);
  greet(window, runtime, keys.warnings);
  if (session.messages().length > 0) window.replay(await session.replay());
  const code = await window.run(session, firstLine(args));
  await session.dispose();
  await runtime.dispose();
  return code;
}

/** What stands in an empty transcript: the tools, and what was skipped and why. */
function greet({ transcript }: Window, runtime: Runtime, warnings: readonly string[]): void {
  const { tools, skipped } = startNotes(runtime);
  transcript.say([
    { type: "text", text: `mm ${version()} · ${tools}\n/help for commands, ? for keys, Ctrl-D leaves` },
  ]);
  for (const text of [...skipped, ...warnings]) transcript.say([{ type: "text", text }], "warning");
}
