import type { Session } from "@mm-agent/agent";
import type { MmEvent } from "@mm-agent/core";
import { EXIT } from "../exit-codes.js";
import type { Face } from "./face.js";
import { LONG_TURN_MS } from "./notify.js";
import { Outbox } from "./outbox.js";

/** Two presses of Ctrl-C within this time leave, in milliseconds. */
const TWICE_MS = 2000;

export interface ConversationOptions {
  readonly whileRunning: "cancel" | "steer";
  /** A cancel by Esc gives back to the draft what waits to be sent. */
  readonly recall?: boolean;
}

/** What lines and keys mean beyond editing, the same in every front end that a person types into. */
export class Conversation {
  readonly outbox = new Outbox();
  session: Session | undefined;
  /** How many things run, since when (milliseconds), and whether one is a turn. */
  readonly running = { count: 0, since: 0, turn: false };
  private readonly face: Face;
  private readonly options: ConversationOptions;
  private ended = false;
  private lastInterrupt = Number.NEGATIVE_INFINITY;

  constructor(face: Face, options: ConversationOptions) {
    this.face = face;
    this.options = options;
  }

  /** True while a turn or a command runs. */
  get busy(): boolean {
    return this.running.count > 0;
  }

  /** Enter while a turn runs cancels and asks, Alt-Enter steers; `whileRunning: steer` swaps them. */
  submit(text: string, alt: boolean): void {
    const { session, face } = this;
    if (!session) return;
    if (!this.busy || /^[/!]/.test(text)) {
      void this.line(text);
      return;
    }
    face.takeDraft();
    const steers = alt !== (this.options.whileRunning === "steer");
    if (steers && session.steer(face.compose?.(text) ?? text, { mentions: true })) {
      this.outbox.steer(text);
      face.draw();
      return;
    }
    this.outbox.queue(text);
    this.cancel();
  }

  /** Does what a line that was sent asks for: a shell command, a slash command, or a prompt. */
  async line(text: string): Promise<void> {
    const { session, face } = this;
    if (!session) return;
    if (text.startsWith("!")) {
      if (this.busy) {
        face.say("A turn is running: the command stays here until it has ended.");
        return;
      }
      this.take(text);
      const share = !text.startsWith("!!");
      const command = text.replace(/^!!?\s*/, "");
      face.echo(text);
      if (!session.tools.some((tool) => tool.name === "bash")) face.say("The bash tool is switched off.");
      else if (command !== "") await this.work(() => session.run("bash", { command }, { share }));
      return;
    }
    this.take(text);
    if (text.startsWith("/")) await this.command(session, text);
    else await this.send(text);
  }

  /** Sends a prompt and shows the turn. While one runs, the prompt waits for its end. */
  async send(text: string, shown = text): Promise<void> {
    const { session, face } = this;
    if (this.busy || !session) {
      this.outbox.queue(text);
      return;
    }
    face.echo(shown);
    const startedAt = performance.now();
    const prompt = face.compose?.(text) ?? text;
    await this.work(
      () =>
        typeof prompt === "string"
          ? session.prompt(prompt)
          : session.prompt(prompt, { shown, mentions: true }),
      true,
    );
    if (performance.now() - startedAt > LONG_TURN_MS) face.tell("the turn has ended");
  }

  /** Runs something that the spinner stands for; what was sent meanwhile follows. */
  async work<T>(task: () => Promise<T>, turn = false): Promise<T | undefined> {
    const { face, running } = this;
    if (!this.busy) running.since = performance.now();
    running.turn ||= turn;
    running.count += 1;
    face.works(true);
    try {
      return await task();
    } catch (error) {
      face.fail(error);
      return undefined;
    } finally {
      running.count -= 1;
      if (!this.busy) this.afterWork();
    }
  }

  /** Ends what runs; open questions are answered with `cancelled`. */
  cancel(): void {
    void this.session?.cancel();
    this.face.abandon();
    this.face.draw();
  }

  /** Esc. */
  escape(): void {
    if (!this.busy) return;
    if (this.options.recall) this.giveBack(this.outbox.recall());
    this.cancel();
  }

  /** Ctrl-C: cancels, then takes a draft away, and only then leaves. What was typed is never lost with the program. */
  interrupt(): void {
    const { face } = this;
    const now = performance.now();
    const second = now - this.lastInterrupt < TWICE_MS;
    if (this.busy && !second) this.escape();
    else if (face.draft !== "") {
      face.takeDraft();
      face.say("Taken away; the up arrow brings it back.");
    } else if (second) face.leave(this.busy ? EXIT.interrupted : EXIT.ok);
    else face.say("Ctrl-C again leaves.");
    // At the end: to take the draft away is a change, too.
    this.lastInterrupt = now;
  }

  /** Whoever types again between two presses of Ctrl-C does not mean to leave. */
  typed(): void {
    this.lastInterrupt = Number.NEGATIVE_INFINITY;
  }

  /** Ctrl-D on an empty draft. */
  end(): void {
    if (this.busy) this.face.say("A turn is running: Esc cancels it.");
    else this.face.leave(EXIT.ok);
  }

  /** Takes note of an event; true when it is not to be shown. */
  event(event: MmEvent): boolean {
    if (this.ended) return true;
    // A command that compacts tells it in its own answer.
    if (event.type === "compacted" && this.busy && !this.running.turn) return true;
    if (event.type === "steer") this.outbox.takenUp();
    return false;
  }

  /** The front end has gone: nothing is shown or sent any more. */
  close(): void {
    this.ended = true;
  }

  /** What was sent leaves the draft; what was typed meanwhile stays. */
  private take(text: string): void {
    if (this.face.draft.trim() === text.trim()) this.face.takeDraft();
  }

  private afterWork(): void {
    const { face } = this;
    this.running.turn = false;
    face.works(false);
    if (this.ended) return;
    const { send, back } = this.outbox.after();
    if (back !== undefined) this.giveBack(back);
    face.draw();
    if (send !== undefined) void this.send(send);
  }

  private giveBack(text: string | undefined): void {
    if (text === undefined) return;
    const { face } = this;
    face.draft = face.draft === "" ? text : `${text}\n\n${face.draft}`;
  }

  private async command(session: Session, line: string): Promise<void> {
    const { face } = this;
    // What a command prints while it runs stands below its line.
    const name = /^\/(\S+)/.exec(line)?.[1]?.toLowerCase();
    const known = session.commands.some((one) => one.name.toLowerCase() === name);
    if (known) face.echo(line);
    const reply = await this.work(() => session.command(line));
    if (reply === undefined) return;
    if (reply.kind === "prompt") {
      await this.send(line);
      return;
    }
    if (reply.kind === "unknown") {
      // Nothing was sent: the line stays to be mended.
      face.draft = face.draft === "" ? line : `${line}\n${face.draft}`;
      face.say(reply.text.split("\n")[0] ?? "");
      return;
    }
    if (!known) face.echo(line);
    if (reply.action === "redraw") await face.redraw();
    const choices = reply.choices ?? [];
    // What can be chosen is shown to choose from, not twice.
    face.show(choices.length > 0 ? { ...reply, print: [] } : reply);
    if (reply.action === "exit") {
      face.leave(EXIT.ok);
      return;
    }
    if (reply.prompt !== undefined) await this.send(reply.prompt, line);
    if (choices.length === 0) return;
    const index = await face.choose(choices.map((choice) => choice.label));
    const chosen = index === undefined ? undefined : choices[index];
    if (chosen) await this.command(session, chosen.line);
  }
}
