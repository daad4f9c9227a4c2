import type { MmEvent, PermissionRequest, Answer } from "@mm-agent/core";
import type { Session } from "@mm-agent/agent";
import { cleanText } from "../output/clean-text.js";
import type { AppOptions } from "./app-options.js";
import { Asking } from "./asking.js";
import { Editor } from "./editor/editor.js";
import { grant } from "./grant.js";
import type { InputEvent } from "./keys/types.js";
import { liveOf } from "./live-of.js";
import { LONG_TURN_MS, notification } from "./notify.js";
import { Outbox } from "./outbox.js";
import { echoRows } from "./prompt/prompt-view.js";
import { createTurnView, type TurnView } from "./render/turn-view.js";
import { FRAME_MS } from "./spinner.js";
import { submitLine } from "./submit-line.js";
import { openTerminal, type Terminal } from "./terminal/terminal.js";

/** Two presses of Ctrl-C within this time leave, in milliseconds. */
const TWICE_MS = 2000;
/** A stream is drawn this often at most, in milliseconds. */
const DRAW_MS = 30;

/** Line mode at work: keys, events and time on one side, the screen on the other. */
export class App {
  readonly terminal: Terminal;
  readonly view: TurnView;
  readonly editor: Editor;
  readonly asking: Asking;
  readonly outbox = new Outbox();
  readonly options: AppOptions;
  session: Session | undefined;
  /** Enter was pressed before the conversation was open: the prompt is sent as soon as it is. */
  sentEarly = false;
  /** What the spinner stands for: how many things run, since when (milliseconds), and whether one is a turn. */
  running = { count: 0, since: 0, turn: false };
  private leaving: ((code: number) => void) | undefined;
  private endCode: number | undefined;
  private lastInterrupt = Number.NEGATIVE_INFINITY;
  /** Said below the prompt until the next key. */
  hint: string | undefined;
  private ticker: NodeJS.Timeout | undefined;
  private drawing: NodeJS.Timeout | undefined;

  constructor(options: AppOptions) {
    this.options = options;
    const { style, cwd, previewLines, history, source } = options;
    this.editor = new Editor(history, source);
    this.terminal = openTerminal(
      {
        input: (event) => this.press(event),
        redraw: () => this.draw(),
        stray: (text) =>
          this.print(
            cleanText(text)
              .trimEnd()
              .split("\n")
              .map((row) => style.yellow(row)),
          ),
        closed: (code) => this.leave(code),
      },
      options.out,
    );
    const { screen } = this.terminal;
    this.view = createTurnView({ surface: screen, style, cwd, previewLines });
    this.asking = new Asking({
      style,
      screen,
      view: () => this.view,
      draw: () => this.draw(),
      typedAhead: (text) => void this.editor.press({ type: "paste", text }, true),
    });
  }

  /** True while a turn or a command runs. */
  get busy(): boolean {
    return this.running.count > 0;
  }

  private get ended(): boolean {
    return this.endCode !== undefined;
  }

  /** Runs until the person leaves; gives the exit code. */
  run(session: Session, first?: string): Promise<number> {
    this.session = session;
    session.subscribe((event) => this.onEvent(event));
    this.draw();
    return new Promise((resolve) => {
      this.leaving = resolve;
      if (this.endCode !== undefined) resolve(this.endCode);
      else if (first !== undefined && first.trim() !== "") void submitLine(this, session, first);
      else if (this.sentEarly && this.editor.text !== "") void submitLine(this, session, this.editor.text);
    });
  }

  print(rows: readonly string[]): void {
    this.terminal.screen.print(rows);
    this.draw();
  }

  /** Prints a conversation that went before. */
  replay(events: readonly MmEvent[]): void {
    for (const event of events) {
      if (event.type === "turn.start") this.echo(event.prompt);
      this.view.event(event);
    }
    this.terminal.screen.gap();
  }

  /** Prints what was sent. */
  echo(text: string): void {
    const { screen } = this.terminal;
    screen.gap();
    screen.print(echoRows(text, this.options.style));
    screen.gap();
  }

  /** Says something below the prompt until the next key. */
  say(hint: string): void {
    this.hint = hint;
    this.draw();
  }

  /** New files to complete have come. */
  refreshMenu(): void {
    this.editor.refreshMenu();
    this.draw();
  }

  /** Puts a permission question; answered with `cancelled` when the turn is cancelled. */
  ask(request: PermissionRequest): Promise<Answer> {
    this.tell(`${request.tool} needs permission`);
    return this.asking.permission(request);
  }

  /** Runs something that the spinner stands for; what was sent meanwhile follows. */
  async work<T>(task: () => Promise<T>, turn = false): Promise<T | undefined> {
    if (!this.busy) this.running.since = performance.now();
    this.running.turn ||= turn;
    this.running.count += 1;
    this.ticker ??= setInterval(() => this.draw(), FRAME_MS);
    this.draw();
    try {
      return await task();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.print([this.options.style.red(`mm: internal error: ${text}`)]);
      return undefined;
    } finally {
      this.running.count -= 1;
      if (!this.busy) this.afterWork();
    }
  }

  /** Sends a prompt and shows the turn. While one runs, the prompt waits for its end. */
  async send(text: string, shown = text): Promise<void> {
    const { session } = this;
    if (this.busy || !session) {
      this.outbox.queue(text);
      return;
    }
    this.echo(shown);
    const startedAt = performance.now();
    await this.work(() => session.prompt(text), true);
    if (performance.now() - startedAt > LONG_TURN_MS) this.tell("the turn has ended");
  }

  /** Ends what runs; open questions are answered with `cancelled`. */
  cancel(): void {
    void this.session?.cancel();
    this.asking.abandon();
    this.draw();
  }

  /** True when Ctrl-C was pressed a moment ago already. */
  secondInterrupt(): boolean {
    const now = performance.now();
    const second = now - this.lastInterrupt < TWICE_MS;
    this.lastInterrupt = now;
    return second;
  }

  leave(code: number): void {
    if (this.ended) return;
    this.endCode = code;
    clearInterval(this.ticker);
    clearTimeout(this.drawing);
    this.asking.close();
    this.terminal.screen.live({ rows: [] });
    this.terminal.close();
    this.leaving?.(code);
  }

  private afterWork(): void {
    clearInterval(this.ticker);
    this.ticker = undefined;
    this.running.turn = false;
    if (this.ended) return;
    const { send, back } = this.outbox.after();
    if (back !== undefined)
      this.editor.set(this.editor.text === "" ? back : `${back}\n\n${this.editor.text}`);
    this.draw();
    if (send !== undefined) void this.send(send);
  }

  private press(event: InputEvent): void {
    this.hint = undefined;
    if (this.asking.swallows(event)) return;
    const { text } = this.editor;
    const wish = this.asking.active ? this.asking.press(event) : this.editor.press(event, this.busy);
    // Whoever types again between two presses of Ctrl-C does not mean to leave.
    if (this.editor.text !== text) this.lastInterrupt = Number.NEGATIVE_INFINITY;
    if (wish) grant(this, wish);
    this.draw();
  }

  private onEvent(event: MmEvent): void {
    if (this.ended) return;
    // A command that compacts tells it in its own answer.
    if (event.type === "compacted" && this.busy && !this.running.turn) return;
    if (event.type === "steer") this.outbox.takenUp();
    if (event.type === "permission.answered") this.asking.settled(event.id);
    this.view.event(event);
    const streams =
      event.type.endsWith(".delta") || event.type === "tool.progress" || event.type === "tool.composing";
    if (!streams || this.terminal.screen.dirty) this.draw();
    else this.drawing ??= setTimeout(() => this.draw(), DRAW_MS);
  }

  private tell(text: string): void {
    const bytes = notification(this.options.notify, text, this.options.env);
    if (bytes !== "") this.terminal.send(bytes);
  }

  private draw(): void {
    clearTimeout(this.drawing);
    this.drawing = undefined;
    if (!this.ended && (this.session || this.asking.active)) this.terminal.screen.live(liveOf(this));
  }
}
