import type { Answer, PermissionRequest } from "@mm-agent/core";
import { DRAIN_MS, QUIET_MS } from "../../interactive/permission-words.js";

export interface Asked {
  readonly request: PermissionRequest;
  /** False until keys typed before it was shown can no longer arrive. */
  armed: boolean;
  settle(answer: Answer): void;
}

export interface AskerOptions {
  /** Another question is to be shown, or none, or it takes answers now. */
  changed(): void;
}

/** The questions of a session, one at a time, each with a quiet time before it takes an answer. */
export class Asker {
  private readonly options: AskerOptions;
  private readonly waiting: Asked[] = [];
  /** Questions that were settled elsewhere, by a cancel, before they could be put. */
  private readonly answered = new Set<string>();
  private answeredAt = Number.NEGATIVE_INFINITY;
  private arming: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: AskerOptions) {
    this.options = options;
  }

  /** The question that is shown. */
  get current(): Asked | undefined {
    return this.waiting[0];
  }

  /** True while the quiet time runs. */
  get arms(): boolean {
    return this.arming !== undefined;
  }

  /** Questions behind it. */
  get more(): number {
    return Math.max(0, this.waiting.length - 1);
  }

  ask(request: PermissionRequest): Promise<Answer> {
    if (this.closed || this.answered.has(request.id)) return Promise.resolve({ outcome: "cancelled" });
    return new Promise((resolve) => {
      const asked: Asked = {
        request,
        armed: false,
        settle: (answer) => {
          const at = this.waiting.indexOf(asked);
          if (at < 0) return;
          this.waiting.splice(at, 1);
          this.answeredAt = performance.now();
          this.quiet();
          this.options.changed();
          resolve(answer);
        },
      };
      this.waiting.push(asked);
      if (this.waiting.length === 1) this.quiet();
      this.options.changed();
    });
  }

  /** A key came that was no answer: the quiet time begins anew. */
  quiet(): void {
    clearTimeout(this.arming);
    this.arming = undefined;
    const asked = this.current;
    if (!asked || asked.armed) return;
    this.arming = setTimeout(() => {
      // What already lies in the terminal's buffer has come in by then.
      this.arming = setTimeout(() => {
        this.arming = undefined;
        asked.armed = true;
        this.options.changed();
      }, DRAIN_MS);
    }, QUIET_MS);
  }

  /** Something else has the keyboard: nothing is answered for now. */
  hold(): void {
    clearTimeout(this.arming);
    this.arming = undefined;
    if (this.current) this.current.armed = false;
  }

  /** True right behind the key that answered: an Enter then must not send what stands in the editor. */
  justAnswered(): boolean {
    const behind = performance.now() - this.answeredAt < QUIET_MS;
    this.answeredAt = Number.NEGATIVE_INFINITY;
    return behind;
  }

  /** A question was answered, here or by a cancel. */
  settled(id: string): void {
    this.answered.add(id);
    this.waiting.find(({ request }) => request.id === id)?.settle({ outcome: "cancelled" });
  }

  /** Answers everything with `cancelled`. */
  abandon(): void {
    // Each one leaves the list as it is settled.
    for (const asked of this.waiting.slice()) asked.settle({ outcome: "cancelled" });
  }

  /** Nothing is asked any more. */
  close(): void {
    this.closed = true;
    this.abandon();
    clearTimeout(this.arming);
  }
}
