import { openRuntime, type Runtime, type Session } from "@mm-agent/agent";
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
import { WINDOW_COMMANDS } from "./dialogs/window-actions.js";
import { createKeymap } from "./keys/create-keymap.js";
import { coloursOf, sideFromEnv } from "./theme/colours-of.js";
import { createTheme, type ThemeName, type ThemeOptions } from "./theme/create-theme.js";
import { followTerminal } from "./theme/follow-terminal.js";
import { createLiveTheme } from "./theme/live-theme.js";
import type { Theme } from "./types.js";

/** The window: a conversation on the whole screen of the terminal. Gives the exit code. The terminal is raw already. */
export async function openWindow(first: Runtime, args: Args, out: Out): Promise<number> {
  let runtime = first;
  let session: Session | undefined;
  const { config } = runtime;
  const colours = coloursOf(process.env);
  let background: ThemeOptions["background"] = sideFromEnv(process.env);
  let name: ThemeName = config.theme;
  const paint = (): Theme =>
    createTheme({ name, colours, ...(background === undefined ? {} : { background }) });
  const { theme, set } = createLiveTheme(paint());
  const repaint = (): void => {
    set(paint());
    window.tui.invalidate();
    window.draw();
  };
  const keys = createKeymap(config);
  const settings: WindowSettings = {
    whileRunning: config.whileRunning,
    notify: config.notify,
    still: config.reducedMotion,
    recall: true,
  };
  const source = completionSource(
    runtime.cwd,
    () => session,
    () => window.draw(),
  );
  const window: Window = new Window({
    out,
    runtime,
    theme,
    keys,
    settings,
    takeUp(key, value) {
      if (key === "theme") {
        name = value as ThemeName;
        repaint();
      } else if (key === "whileRunning") settings.whileRunning = value as WindowSettings["whileRunning"];
      else if (key === "notify") settings.notify = value as WindowSettings["notify"];
      else if (key === "reducedMotion") settings.still = value as boolean;
      else return false;
      return true;
    },
    env: process.env,
    history: openHistory(runtime.cwd, process.env),
    source: {
      ...source,
      commands: () => [...source.commands(), ...WINDOW_COMMANDS],
    },
    createTranscript: (changed) =>
      createTranscript({
        theme: () => theme,
        cwd: runtime.cwd,
        previewLines: config.previewLines,
        changed,
      }),
  });
  window.start();
  if (colours !== 0 && name === "auto")
    followTerminal(window.tui, (told) => {
      background = told;
      if (name === "auto") repaint();
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
