import type { Answer, MmEvent, PermissionRequest } from "@mm-agent/core";
import type { Session, TurnEnd } from "@mm-agent/agent";
import { EXIT } from "../exit-codes.js";
import type { Style } from "../output/style.js";
import { nextMode, promptText } from "./banner.js";
import { Editor, type Wish } from "./editor/editor.js";
import type { CompletionSource } from "./editor/completion.js";
import type { History } from "./editor/history.js";
import type { InputEvent } from "./keys/types.js";
import { LONG_TURN_MS, notification, type Notify } from "./notify.js";
import { Choice } from "./prompt/choice.js";
import { echoRows, promptLive } from "./prompt/prompt-view.js";
import { answerRow, Question, questionRows } from "./prompt/question.js";
import type { Live } from "./render/surface.js";
import { createTurnView, type TurnView } from "./render/turn-view.js";
import { frameAt, FRAME_MS, spinnerLine } from "./spinner.js";
import { submitLine } from "./submit-line.js";
import { canSuspend } from "./terminal/can-suspend.js";
import { openTerminal, type Terminal } from "./terminal/terminal.js";

/** Two presses of Ctrl-C within this time leave, in milliseconds. */
const TWICE_MS = 2000;
/** A question takes no answer before keys have been quiet for this long, in milliseconds. */
const QUIET_MS = 400;
/** Work that takes longer than this is told by the spinner, in milliseconds. */
const PATIENCE_MS = 200;
/** A stream is drawn this often at most, in milliseconds. */
const DRAW_MS = 30;

export interface AppOptions {
  readonly style: Style;
  readonly cwd: string;
  readonly previewLines: number;
  readonly whileRunning: "cancel" | "steer";
  readonly notify: Notify;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly history: History;
  readonly source: CompletionSource;
}

/** Line mode at work: keys, events and time on one side, the screen on the other. */
export class App {
  readonly terminal: Terminal;
  readonly view: TurnView;
  readonly editor: Editor;
  readonly options: AppOptions;
  session: Session | undefined;
  private asking: (Question | Choice) | undefined;
  private working = 0;
  private leaving: ((code: number) => void) | undefined;
  private ended = false;
  private lastInterrupt = Number.NEGATIVE_INFINITY;
  private lastAnswer = Number.NEGATIVE_INFINITY;
  private hint: string | undefined;
  private queue: string[] = [];
  /** Sent to the running turn and not yet taken up by it. */
  private steered: string[] = [];
  private workingSince = 0;
  private word = "";
  /** Questions that were settled elsewhere, by a cancel, before they could be put. */
  private readonly answered = new Set<string>();
  private ticker: NodeJS.Timeout | undefined;
  private drawing: NodeJS.Timeout | undefined;
  private arming: NodeJS.Timeout | undefined;

  constructor(options: AppOptions) {
    this.options = options;
    this.editor = new Editor(options.history, options.source);
    this.terminal = openTerminal({
      input: (event) => this.press(event),
      redraw: () => this.draw(),
      closed: () => this.leave(EXIT.interrupted),
    });
    const { style, cwd, previewLines } = options;
    this.view = createTurnView({ surface: this.terminal.screen, style, cwd, previewLines });
  }

  /** True while a turn or a command runs. */
  get busy(): boolean {
    return this.working > 0;
  }

  /** Runs until the person leaves; gives the exit code. */
  run(session: Session, first?: string): Promise<number> {
    this.session = session;
    session.subscribe((event) => this.onEvent(event));
    this.draw();
    return new Promise((resolve) => {
      this.leaving = resolve;
      if (this.ended) resolve(EXIT.interrupted);
      else if (first !== undefined && first.trim() !== "") void submitLine(this, session, first);
    });
  }

  print(rows: readonly string[]): void {
    this.terminal.screen.print(rows);
    this.draw();
  }

  /** Prints a conversation that went before. */
  replay(events: readonly MmEvent[]): void {
    const { screen } = this.terminal;
    for (const event of events) {
      if (event.type === "turn.start") {
        screen.gap();
        screen.print(echoRows(event.prompt, this.options.style));
        screen.gap();
      }
      this.view.event(event);
    }
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
    if (this.answered.has(request.id) || this.ended) return Promise.resolve({ outcome: "cancelled" });
    const { screen } = this.terminal;
    this.view.showCall(request);
    screen.print(questionRows(request, this.view.look()));
    this.tell(`${request.tool} needs permission`);
    return new Promise((resolve) => {
      this.put(
        new Question(request, (answer) => {
          this.takeAway();
          if (answer.outcome !== "cancelled") screen.print([answerRow(answer, this.options.style)]);
          this.draw();
          resolve(answer);
        }),
      );
    });
  }

  /** Lets the person choose one of the lines; undefined when they do not. */
  choose(labels: readonly string[]): Promise<number | undefined> {
    return new Promise((resolve) => {
      this.put(
        new Choice(labels, (index) => {
          this.takeAway();
          this.draw();
          resolve(index);
        }),
      );
    });
  }

  /** Runs something that the spinner stands for; what was queued meanwhile is sent afterwards. */
  async work<T>(task: () => Promise<T>, word = "Working"): Promise<T | undefined> {
    if (!this.busy) this.workingSince = performance.now();
    this.word = word;
    this.working += 1;
    this.ticker ??= setInterval(() => this.draw(), FRAME_MS);
    this.draw();
    try {
      return await task();
    } catch (error) {
      this.print([
        this.options.style.red(
          `mm: internal error: ${error instanceof Error ? error.message : String(error)}`,
        ),
      ]);
      return undefined;
    } finally {
      this.working -= 1;
      if (!this.busy) {
        clearInterval(this.ticker);
        this.ticker = undefined;
      }
      this.draw();
      if (!this.busy && !this.ended) this.afterWork();
    }
  }

  /** Sends a prompt and shows the turn. While one runs, the prompt waits for its end. */
  async send(text: string, echo = text): Promise<void> {
    if (this.busy) {
      this.queue.push(text);
      return;
    }
    const { screen } = this.terminal;
    screen.gap();
    screen.print(echoRows(echo, this.options.style));
    screen.gap();
    const startedAt = performance.now();
    const { session } = this;
    if (session) await this.work((): Promise<TurnEnd> => session.prompt(text), "Thinking");
    if (performance.now() - startedAt > LONG_TURN_MS) this.tell("the turn has ended");
  }

  /** Ends what runs; questions are answered by the session with `cancelled`. */
  cancel(): void {
    void this.session?.cancel();
    this.asking?.abandon();
    this.draw();
  }

  leave(code: number): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.ticker);
    clearTimeout(this.drawing);
    this.asking?.abandon();
    clearTimeout(this.arming);
    this.terminal.screen.live({ rows: [] });
    this.terminal.close();
    this.leaving?.(code);
  }

  /** Sends what was queued; a message that the turn did not take up comes back, so that nothing typed is lost. */
  private afterWork(): void {
    const left = this.steered.splice(0);
    if (this.queue.length > 0) void this.send([...left, ...this.queue.splice(0)].join("\n\n"));
    else if (left.length > 0)
      this.editor.set([...left, this.editor.text].filter((text) => text !== "").join("\n\n"));
    this.draw();
  }

  private takeAway(): void {
    this.lastAnswer = performance.now();
    this.asking = undefined;
    clearTimeout(this.arming);
  }

  private put(asking: Question | Choice): void {
    this.asking = asking;
    this.arm(asking);
    this.draw();
  }

  /** Arms after a quiet time; the second, short wait lets what already lies in the terminal's buffer come in first. */
  private arm(asking: Question | Choice): void {
    clearTimeout(this.arming);
    this.arming = setTimeout(() => {
      this.arming = setTimeout(() => {
        asking.armed = true;
        this.draw();
      }, 20);
    }, QUIET_MS);
  }

  private press(event: InputEvent): void {
    this.hint = undefined;
    // Some press Enter behind the key that answers: it must not send what stands in the prompt.
    const behind = performance.now() - this.lastAnswer < QUIET_MS;
    this.lastAnswer = Number.NEGATIVE_INFINITY;
    if (behind && event.type === "key" && event.name === "enter") return;
    const wish = this.asking ? this.pressAsking(this.asking, event) : this.editor.press(event, this.busy);
    if (wish) this.grant(wish);
    this.draw();
  }

  private pressAsking(asking: Question | Choice, event: InputEvent): Wish | undefined {
    if (asking.armed) return asking.press(event);
    const stops = event.type === "key" && (event.name === "escape" || (event.ctrl && event.char === "c"));
    if (stops) return asking.press(event);
    // Typed before the question could be read: it belongs to the prompt.
    if (event.type === "text" || event.type === "paste") this.editor.press({ ...event, type: "paste" }, true);
    this.arm(asking);
    return undefined;
  }

  private grant(wish: Wish): void {
    const { session } = this;
    // Before the conversation is open there is nobody to send to; what was typed stays.
    if (!session && (wish.type === "submit" || wish.type === "mode")) return;
    switch (wish.type) {
      case "submit":
        this.submit(wish.text, wish.alt);
        return;
      case "interrupt":
        this.interrupt();
        return;
      case "escape":
        if (this.busy) this.cancel();
        return;
      case "end":
        if (this.busy) this.say("A turn is running: Esc cancels it.");
        else this.leave(EXIT.ok);
        return;
      case "suspend":
        if (canSuspend()) this.terminal.suspend();
        else this.say("There is no shell to go back to.");
        return;
      case "mode":
        session?.set({ mode: nextMode(session.mode) });
        return;
      case "clear":
        this.terminal.screen.clear();
        return;
    }
  }

  private submit(text: string, alt: boolean): void {
    const prompts = !/^[/!]/.test(text);
    if (this.busy && prompts) {
      const steers = alt !== (this.options.whileRunning === "steer");
      this.editor.take();
      if (steers && this.session?.steer(text)) {
        this.steered.push(text);
        return;
      }
      this.queue.push(text);
      this.cancel();
      return;
    }
    if (this.session) void submitLine(this, this.session, text);
  }

  private interrupt(): void {
    const now = performance.now();
    if (now - this.lastInterrupt < TWICE_MS) {
      this.leave(this.busy ? EXIT.interrupted : EXIT.ok);
      return;
    }
    this.lastInterrupt = now;
    if (this.busy) this.cancel();
    else if (this.editor.text !== "") {
      this.editor.take();
      this.say("Taken away; the up arrow brings it back.");
    } else this.say("Ctrl-C again leaves.");
  }

  private onEvent(event: MmEvent): void {
    if (this.ended) return;
    if (event.type === "steer") this.steered.shift();
    if (event.type === "permission.answered") {
      this.answered.add(event.id);
      if (this.asking instanceof Question && this.asking.request.id === event.id) this.asking.abandon();
    }
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
    if (!this.ended && (this.session || this.asking)) this.terminal.screen.live(this.liveNow());
  }

  private liveNow(): Live {
    const { screen } = this.terminal;
    const { columns } = screen;
    const { style } = this.options;
    if (this.asking) return this.asking.live(columns, style);
    const ms = performance.now() - this.workingSince;
    const turn = this.view.spinner();
    // A command that is done at once does not flash a spinner.
    const works = this.busy && (turn !== undefined || this.word === "Thinking" || ms > PATIENCE_MS);
    if (works && !this.editor.search) return { rows: [this.workingRow(turn, ms, columns - 1)] };
    return promptLive(this.editor, {
      columns,
      rows: screen.rows,
      style,
      prompt: promptText(this.session?.mode ?? "ask", style),
      ...(this.hint === undefined ? {} : { hint: this.hint }),
    });
  }

  /**
   * The one row that is rewritten while a turn runs: the unfinished end of the answer, or the spinner with what was
   * typed. It is never more than one, so that a resize in the middle of a stream cannot leave anything behind.
   */
  private workingRow(turn: ReturnType<TurnView["spinner"]>, ms: number, columns: number): string {
    const { style } = this.options;
    const pending = this.editor.text === "" ? this.view.pending(columns - 2) : "";
    if (pending !== "") return `${pending} ${style.dim(frameAt(ms))}`;
    const waiting = this.steered.length + this.queue.length;
    return spinnerLine(
      { ...(turn ?? { word: this.word, tokens: 0 }), ms, draft: this.editor.text, waiting },
      columns,
      style,
    );
  }
}
