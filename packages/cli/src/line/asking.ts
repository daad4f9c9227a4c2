import type { Answer, PermissionRequest } from "@mm-agent/core";
import { DRAIN_MS, QUIET_MS } from "../interactive/permission-words.js";
import type { Style } from "../output/style.js";
import type { Wish } from "./editor/editor.js";
import type { InputEvent } from "./keys/types.js";
import { Choice } from "./prompt/choice.js";
import { answerRow, Question, questionRows } from "./prompt/question.js";
import type { Live } from "./render/surface.js";
import type { Screen } from "./terminal/screen.js";
import type { TurnView } from "./render/turn-view.js";

export interface AskingOptions {
  readonly style: Style;
  readonly screen: Screen;
  view(): TurnView;
  draw(): void;
  /** Text that was typed before the question could be read: it belongs to the prompt. */
  typedAhead(text: string): void;
}

/** What the person is asked at the moment: a permission question or a list to choose from. */
export class Asking {
  private readonly options: AskingOptions;
  private current: (Question | Choice) | undefined;
  /** Questions that were settled elsewhere, by a cancel, before they could be put. */
  private readonly answered = new Set<string>();
  private lastAnswer = Number.NEGATIVE_INFINITY;
  private arming: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: AskingOptions) {
    this.options = options;
  }

  get active(): boolean {
    return this.current !== undefined;
  }

  live(columns: number): Live {
    return this.current?.live(columns, this.options.style) ?? { rows: [] };
  }

  /** Prints what a call needs permission for, and waits for the answer. */
  permission(request: PermissionRequest): Promise<Answer> {
    if (this.closed || this.answered.has(request.id)) return Promise.resolve({ outcome: "cancelled" });
    const { style, screen } = this.options;
    const view = this.options.view();
    view.showCall(request);
    screen.print(questionRows(request, view.look()));
    return new Promise((resolve) => {
      this.put(
        new Question(request, (answer) => {
          this.takeAway();
          if (answer.outcome !== "cancelled") screen.print([answerRow(answer, style)]);
          this.options.draw();
          resolve(answer);
        }),
      );
    });
  }

  /** Lets the person choose one of the lines, `at` being marked at first; undefined when they do not. */
  choose(labels: readonly string[], at = 0): Promise<number | undefined> {
    if (this.closed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.put(
        new Choice(labels, at, (index) => {
          this.takeAway();
          this.options.draw();
          resolve(index);
        }),
      );
    });
  }

  /** Takes an event while something is asked; gives what is to be done about it elsewhere. */
  press(event: InputEvent): Wish | undefined {
    const asked = this.current;
    if (!asked) return undefined;
    if (asked.armed) {
      const lost = event.type === "paste" || (event.type === "text" && event.text.length > 1);
      if (!lost || asked.takesText) return asked.press(event);
      this.options.typedAhead(event.text);
      return undefined;
    }
    if (event.type === "key" && (event.name === "escape" || (event.ctrl && event.char === "c")))
      return asked.press(event);
    if (event.type === "text" || event.type === "paste") this.options.typedAhead(event.text);
    this.arm(asked);
    return undefined;
  }

  /** True for an Enter right behind the key that answered: some press both, and it must not send what stands in the prompt. */
  swallows(event: InputEvent): boolean {
    const behind = performance.now() - this.lastAnswer < QUIET_MS;
    this.lastAnswer = Number.NEGATIVE_INFINITY;
    return behind && event.type === "key" && event.name === "enter";
  }

  /** A question was answered, here or by a cancel. */
  settled(id: string): void {
    this.answered.add(id);
    if (this.current instanceof Question && this.current.request.id === id) this.current.abandon();
  }

  abandon(): void {
    this.current?.abandon();
  }

  /** Nothing is asked any more. */
  close(): void {
    this.closed = true;
    this.abandon();
    clearTimeout(this.arming);
  }

  private put(asked: Question | Choice): void {
    this.current = asked;
    this.arm(asked);
    this.options.draw();
  }

  private takeAway(): void {
    this.lastAnswer = performance.now();
    this.current = undefined;
    clearTimeout(this.arming);
  }

  private arm(asked: Question | Choice): void {
    clearTimeout(this.arming);
    this.arming = setTimeout(() => {
      this.arming = setTimeout(() => {
        asked.armed = true;
        this.options.draw();
      }, DRAIN_MS);
    }, QUIET_MS);
  }
}
