import type { MmEvent, PermissionRequest, Answer } from "@mm-agent/core";
import type { Session } from "@mm-agent/agent";
import { Conversation } from "../interactive/conversation.js";
import { notification } from "../interactive/notify.js";
import { FRAME_MS } from "../interactive/spinner-frame.js";
import { cleanText } from "../output/clean-text.js";
import type { AppOptions } from "./app-options.js";
import { Asking } from "./asking.js";
import { createFace } from "./create-face.js";
import { Editor } from "./editor/editor.js";
import { grant } from "./grant.js";
import type { InputEvent } from "./keys/types.js";
import { liveOf } from "./live-of.js";
import { echoRows } from "./prompt/prompt-view.js";
import { createTurnView, type TurnView } from "./render/turn-view.js";
import { openTerminal, type Terminal } from "./terminal/terminal.js";

/** A stream is drawn this often at most, in milliseconds. */
const DRAW_MS = 30;

/** Line mode at work: keys, events and time on one side, the screen on the other. */
export class App {
  readonly terminal: Terminal;
  readonly view: TurnView;
  readonly editor: Editor;
  readonly asking: Asking;
  readonly talk: Conversation;
  readonly options: AppOptions;
  /** Enter was pressed before the conversation was open: the prompt is sent as soon as it is. */
  sentEarly = false;
  private leaving: ((code: number) => void) | undefined;
  private endCode: number | undefined;
  /** Said below the prompt until the next key. */
  hint: string | undefined;
  private ticker: NodeJS.Timeout | undefined;
  private drawing: NodeJS.Timeout | undefined;

  constructor(options: AppOptions) {
    this.options = options;
    const { style, cwd, previewLines, history, source } = options;
    this.editor = new Editor(history, source);
    this.talk = new Conversation(createFace(this), { whileRunning: options.whileRunning });
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

  get session(): Session | undefined {
    return this.talk.session;
  }

  private get ended(): boolean {
    return this.endCode !== undefined;
  }

  /** Runs until the person leaves; gives the exit code. */
  run(session: Session, first?: string): Promise<number> {
    this.talk.session = session;
    session.subscribe((event) => this.onEvent(event));
    this.draw();
    return new Promise((resolve) => {
      this.leaving = resolve;
      if (this.endCode !== undefined) resolve(this.endCode);
      else if (first !== undefined && first.trim() !== "") void this.talk.line(first);
      else if (this.sentEarly && this.editor.text !== "") void this.talk.line(this.editor.text);
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

  /** The spinner's time. */
  tick(on: boolean): void {
    if (on) this.ticker ??= setInterval(() => this.draw(), FRAME_MS);
    else {
      clearInterval(this.ticker);
      this.ticker = undefined;
    }
    this.draw();
  }

  leave(code: number): void {
    if (this.ended) return;
    this.endCode = code;
    this.talk.close();
    clearInterval(this.ticker);
    clearTimeout(this.drawing);
    this.asking.close();
    this.terminal.screen.live({ rows: [] });
    this.terminal.close();
    this.leaving?.(code);
  }

  private press(event: InputEvent): void {
    this.hint = undefined;
    if (this.asking.swallows(event)) return;
    const { text } = this.editor;
    const wish = this.asking.active ? this.asking.press(event) : this.editor.press(event, this.talk.busy);
    if (this.editor.text !== text) this.talk.typed();
    if (wish) grant(this, wish);
    this.draw();
  }

  private onEvent(event: MmEvent): void {
    if (this.talk.event(event)) return;
    if (event.type === "permission.answered") this.asking.settled(event.id);
    this.view.event(event);
    const streams =
      event.type.endsWith(".delta") || event.type === "tool.progress" || event.type === "tool.composing";
    if (!streams || this.terminal.screen.dirty) this.draw();
    else this.drawing ??= setTimeout(() => this.draw(), DRAW_MS);
  }

  tell(text: string): void {
    const bytes = notification(this.options.notify, text, this.options.env);
    if (bytes !== "") this.terminal.send(bytes);
  }

  draw(): void {
    clearTimeout(this.drawing);
    this.drawing = undefined;
    if (!this.ended && (this.session || this.asking.active)) this.terminal.screen.live(liveOf(this));
  }
}
