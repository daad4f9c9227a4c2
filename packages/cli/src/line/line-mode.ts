import { openRuntime, type Runtime, type Session } from "@mm-agent/agent";
import type { PermissionRequest, Answer } from "@mm-agent/core";
import type { Args } from "../args/parse-args.js";
import { runtimeOptions } from "../commands/open-cli.js";
import { EXIT } from "../exit-codes.js";
import { createStyle } from "../output/style.js";
import type { Out } from "../output/write.js";
import { version } from "../version.js";
import { App } from "./app.js";
import { askTrust } from "./ask-trust.js";
import { bannerRows } from "./banner.js";
import type { CompletionSource } from "../interactive/completion.js";
import { runDumb } from "./dumb/run-dumb.js";
import { openHistory } from "../interactive/history-file.js";
import { createProjectFiles } from "../interactive/project-files.js";

/** Line mode: a conversation in the terminal in which nothing printed is rewritten. Gives the exit code. */
export async function runLineMode(args: Args, out: Out): Promise<number> {
  const options = runtimeOptions(args);
  const dumb = process.env["TERM"] === "dumb";
  // From here on the terminal neither shows nor changes what is typed while mm starts.
  if (!dumb) process.stdin.setRawMode(true);
  const opened = await openRuntime(options);
  if (!opened.ok) {
    if (!dumb) process.stdin.setRawMode(false);
    return usage(out, opened.text);
  }
  let { runtime } = opened;
  const first = args.positionals.join(" ");
  if (dumb) {
    try {
      return await runDumb(runtime, first, out);
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
    source: sourceFor(
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
      const again = await openRuntime(options);
      if (!again.ok) return leave(again.text);
      ({ runtime } = again);
    }
  }
  const started = await startSession(runtime, args, (request) => app.ask(request));
  if (!started.ok) return leave(started.text);
  ({ session } = started);
  app.print(bannerRows(runtime, session, version(), { style, columns: app.terminal.screen.columns }));
  app.terminal.screen.gap();
  if (session.messages().length > 0) app.replay(await session.replay());
  // `--resume` without an id lets the person choose, as the command does.
  const code = await app.run(session, args.flags.resume === "" ? "/resume" : first);
  await session.dispose();
  await runtime.dispose();
  return code;
}

/** Opens the session, or goes on with the one that `--continue` or `--resume` names. */
function startSession(
  runtime: Runtime,
  args: Args,
  ask: (request: PermissionRequest) => Promise<Answer>,
): ReturnType<Runtime["openSession"]> {
  const resume = args.flags.continue ? "latest" : args.flags.resume || undefined;
  return runtime.openSession({ ask, ...(resume === undefined ? {} : { resume }) });
}

function sourceFor(cwd: string, session: () => Session | undefined, changed: () => void): CompletionSource {
  const files = createProjectFiles(cwd, changed);
  return { commands: () => session()?.commands ?? [], files: () => files.list() };
}

function usage(out: Out, text: string): number {
  out.stderr(`mm: ${text}\n`);
  return EXIT.usage;
}
