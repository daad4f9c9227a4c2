import { TuiAltScreen } from "@earendil-works/pi-tui";

/** Between two frames that nobody waits for, in milliseconds. A key draws at once. */
export const FRAME_MS = 50;

/**
 * What every frame uses up, in milliseconds. A frame that nobody waits for begins only when the frames before it are paid
 * for: with twenty keys a second in the middle of a stream there are still no more than thirty.
 */
const PRICE_MS = 36;

/** However fast keys came, the next frame that nobody waits for comes within this time, in milliseconds. */
const LONGEST_MS = 100;

/** Frames in a row that may fail before the window is given up. */
const FAILURES = 3;

/** The library's alternate screen, drawing no more often than an eye needs. Keys are echoed at once. */
export class PacedScreen extends TuiAltScreen {
  /** Frames drawn so far. */
  frames = 0;
  /** Called when frame after frame cannot be drawn. */
  onBroken: (error: unknown) => void = () => {};
  /** Called behind each frame. */
  onFrame: () => void = () => {};
  private failed = 0;
  private drawnAt = Number.NEGATIVE_INFINITY;
  /** When all frames so far are paid for. */
  private paidAt = 0;
  private pause: NodeJS.Timeout | undefined;

  /** Nothing is drawn later than this. */
  rest(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
  }

  protected override requestViewRender(): void {
    if (this.pause) return;
    const wait = Math.max(this.drawnAt + FRAME_MS, this.paidAt) - performance.now();
    if (wait <= 0) {
      super.requestViewRender();
      return;
    }
    this.pause = setTimeout(() => {
      this.pause = undefined;
      super.requestViewRender();
    }, wait);
  }

  protected override doRender(): void {
    this.rest();
    this.drawnAt = performance.now();
    this.paidAt = Math.min(Math.max(this.paidAt, this.drawnAt) + PRICE_MS, this.drawnAt + LONGEST_MS);
    this.frames += 1;
    try {
      super.doRender();
      this.failed = 0;
    } catch (error) {
      // Thrown on, it would be told in the window, which would be drawn for it, and so on for ever.
      this.failed += 1;
      if (this.failed === FAILURES) this.onBroken(error);
      else if (this.failed < FAILURES) this.requestRender();
      return;
    }
    this.onFrame();
  }
}
