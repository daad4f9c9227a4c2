import type { CommandReply, Session } from "@mm-agent/agent";
import { EXIT } from "../exit-codes.js";
import type { App } from "./app.js";
import { blockRows } from "./render/call-blocks.js";
import { wrapRows } from "./render/wrap-rows.js";

/** Does what a line that was sent asks for: a shell command, a slash command, or a prompt. */
export async function submitLine(app: App, session: Session, text: string): Promise<void> {
  if (text.startsWith("!")) {
    if (app.busy) {
      app.say("A turn is running: the command stays here until it has ended.");
      return;
    }
    app.editor.take();
    const share = !text.startsWith("!!");
    const command = text.replace(/^!!?\s*/, "");
    app.echo(text);
    if (!session.tools.some((tool) => tool.name === "bash")) app.say("The bash tool is switched off.");
    else if (command !== "") await app.work(() => session.run("bash", { command }, { share }));
    return;
  }
  if (!text.startsWith("/")) {
    app.editor.take();
    await app.send(text);
    return;
  }
  app.editor.take();
  await command(app, session, text);
}

async function command(app: App, session: Session, line: string): Promise<void> {
  // What a command prints while it runs stands below its line.
  const name = /^\/(\S+)/.exec(line)?.[1]?.toLowerCase();
  const known = session.commands.some((one) => one.name.toLowerCase() === name);
  if (known) app.echo(line);
  const reply = await app.work(() => session.command(line));
  if (reply === undefined) return;
  if (reply.kind === "prompt") {
    await app.send(line);
    return;
  }
  if (reply.kind === "unknown") {
    // Nothing was sent: the line stays to be mended.
    app.editor.set(app.editor.text === "" ? line : `${line}\n${app.editor.text}`);
    app.say(reply.text.split("\n")[0] ?? "");
    return;
  }
  if (!known) app.echo(line);
  await show(app, session, line, reply);
}

async function show(
  app: App,
  session: Session,
  line: string,
  reply: Extract<CommandReply, { kind: "done" }>,
): Promise<void> {
  const { style } = app.options;
  const { screen } = app.terminal;
  if (reply.action === "redraw") app.replay(await session.replay());
  const choices = reply.choices ?? [];
  // What can be chosen is shown to choose from, not twice.
  const rows = (choices.length > 0 ? [] : reply.print).flatMap((block) =>
    block.type === "text"
      ? wrapRows(block.text.trimEnd(), screen.columns - 1, style, 2)
      : blockRows([block], app.view.look()),
  );
  app.print(reply.ok ? rows : rows.map(style.red));
  screen.gap();
  if (reply.action === "exit") {
    app.leave(EXIT.ok);
    return;
  }
  if (reply.prompt !== undefined) await app.send(reply.prompt, line);
  if (choices.length === 0) return;
  const index = await app.asking.choose(choices.map((choice) => choice.label));
  const chosen = index === undefined ? undefined : choices[index];
  if (chosen) await command(app, session, chosen.line);
}
