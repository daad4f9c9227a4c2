import { openRuntime, type Runtime, type Session } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { runtimeOptions } from "../commands/open-cli.js";
import { EXIT } from "../exit-codes.js";
import { createStyle } from "../output/style.js";
import type { Out } from "../output/write.js";
import { version } from "../version.js";
import { App } from "./app.js";
import { askTrust } from "./ask-trust.js";
import { bannerRows } from "./banner.js";
import { runDumb } from "./dumb/run-dumb.js";
import { openHistory } from "../interactive/history-file.js";
import { completionSource, firstLine, startSession } from "../interactive/start-session.js";

/**
 * Line mode: a conversation in the terminal in which nothing printed is rewritten. Gives the exit code. The terminal is
 * raw already, unless it is a dumb one; `why` says why it is not the window.
 */
export async function runLineMode(first: Runtime, args: Args, out: Out, why?: string): Promise<number> {
  let runtime = first;
  if (process.env["TERM"] === "dumb") {
    try {
      return await runDumb(runtime, args.positionals.join(" "), out);
    } finally {
      await runtime.dispose();
    }
  }

  let session: Session | undefined;
  const style = createStyle(process.stdout, process.env);
  const app: App = new App({
    out,
    style,
    cwd: runtime.cwd,
    previewLines: runtime.config.previewLines,
    whileRunning: runtime.config.whileRunning,
    notify: runtime.config.notify,
    env: process.env,
    history: openHistory(runtime.cwd, process.env),
    source: completionSource(
      runtime.cwd,
      () => session,
      () => app.refreshMenu(),
    ),
  });
  const leave = async (text: string): Promise<number> => {
    app.leave(EXIT.usage);
    await runtime.dispose();
    return usage(out, text);
  };
  const question = runtime.trustQuestion();
  if (question && !args.flags.trust) {
    const trusted = await askTrust(app, question);
    if (trusted !== undefined) await runtime.trust(trusted);
    if (trusted) {
      await runtime.dispose();
      const again = await openRuntime(runtimeOptions(args));
      if (!again.ok) return leave(again.text);
      ({ runtime } = again);
    }
  }
  const started = await startSession(runtime, args, (request) => app.ask(request));
  if (!started.ok) return leave(started.text);
  ({ session } = started);
  app.print(bannerRows(runtime, session, version(), { style, columns: app.terminal.screen.columns }));
  app.terminal.screen.gap();
  if (why !== undefined) app.print([style.yellow(why)]);
  if (session.messages().length > 0) app.replay(await session.replay());
  const code = await app.run(session, firstLine(args));
  await session.dispose();
  await runtime.dispose();
  return code;
}

function usage(out: Out, text: string): number {
  out.stderr(`mm: ${text}\n`);
  return EXIT.usage;
}
