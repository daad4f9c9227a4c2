/** Messages that were sent while a turn ran: those on their way into it, and those for after it. */
export class Outbox {
  private queued: string[] = [];
  private steered: string[] = [];

  /** Messages that nothing has become of yet. */
  get waiting(): number {
    return this.queued.length + this.steered.length;
  }

  /** Their texts, in the order they will be taken up. */
  get texts(): readonly string[] {
    return [...this.steered, ...this.queued];
  }

  queue(text: string): void {
    this.queued.push(text);
  }

  /** Sent to the running turn. */
  steer(text: string): void {
    this.steered.push(text);
  }

  /** The turn took the oldest one up. */
  takenUp(): void {
    this.steered.shift();
  }

  /** Takes everything back that nothing has become of yet; undefined: there is nothing. */
  recall(): string | undefined {
    const all = [...this.steered.splice(0), ...this.queued.splice(0)];
    return all.length > 0 ? all.join("\n\n") : undefined;
  }

  /** Nothing runs any more: what is to be sent now, or what goes back to the prompt. Nothing typed is lost. */
  after(): { readonly send?: string; readonly back?: string } {
    const left = this.steered.splice(0);
    const next = this.queued.splice(0);
    if (next.length > 0) return { send: [...left, ...next].join("\n\n") };
    return left.length > 0 ? { back: left.join("\n\n") } : {};
  }
}
