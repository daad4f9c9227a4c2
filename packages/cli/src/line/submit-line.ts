import type { CommandReply } from "./conversation.js";
import type { App } from "./app.js";
import { commandOf, runShell } from "./conversation.js";
import { echoRows } from "./prompt/prompt-view.js";
import { blockRows } from "./render/call-blocks.js";
import { wrapRows } from "./render/wrap-rows.js";
import { EXIT } from "../exit-codes.js";

/** Does what a line that was sent asks for: a shell command, a slash command, or a prompt. */
export async function submitLine(app: App, text: string): Promise<void> {
  if (text.startsWith("!")) {
    if (app.busy) {
      app.say("A turn is running: the command stays here until it has ended.");
      return;
    }
    app.editor.take();
    const share = !text.startsWith("!!");
    const command = text.replace(/^!!?\s*/, "");
    echo(app, text);
    if (command !== "") await app.work(() => runShell(app.session, command, share));
    return;
  }
  if (!text.startsWith("/")) {
    app.editor.take();
    await app.send(text);
    return;
  }
  app.editor.take();
  await command(app, text);
}

async function command(app: App, line: string): Promise<void> {
  const reply = await app.work(() => commandOf(app.session, line));
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
  await show(app, line, reply);
}

async function show(app: App, line: string, reply: Extract<CommandReply, { kind: "done" }>): Promise<void> {
  const { style } = app.options;
  const { screen } = app.terminal;
  echo(app, line);
  if (reply.action === "redraw") for (const event of app.session.replay?.() ?? []) app.view.event(event);
  const rows = reply.print.flatMap((block) =>
    block.type === "text" ? wrapRows(block.text.trimEnd(), screen.columns - 1, style, 2) : blockRows([block], app.view.look(), ""),
  );
  app.print(reply.ok ? rows : rows.map(style.red));
  screen.gap();
  if (reply.action === "exit") {
    app.leave(EXIT.ok);
    return;
  }
  if (reply.prompt !== undefined) await app.send(reply.prompt, line);
  if (!reply.choices || reply.choices.length === 0) return;
  const index = await app.choose(reply.choices.map((choice) => choice.label));
  const chosen = index === undefined ? undefined : reply.choices[index];
  if (chosen) await command(app, chosen.line);
}

function echo(app: App, text: string): void {
  app.terminal.screen.gap();
  app.print(echoRows(text, app.options.style));
}
