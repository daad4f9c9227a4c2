import type { Style } from "../../output/style.js";
import type { Wish } from "../editor/editor.js";
import type { InputEvent } from "../keys/types.js";
import { oneLine } from "../../output/one-line.js";
import type { Live } from "../render/surface.js";
import { fitWidth } from "../render/width.js";

/** Rows of a list that are shown at once. */
const SHOWN = 10;

/** A list to choose one line from, with the arrows and Enter or by its number. */
export class Choice {
  private readonly labels: readonly string[];
  private readonly settle: (index: number | undefined) => void;
  private at: number;
  /** False until keys typed before it was shown can no longer arrive. */
  armed = false;
  readonly takesText = false;

  constructor(labels: readonly string[], at: number, settle: (index: number | undefined) => void) {
    this.labels = labels;
    this.at = at;
    this.settle = settle;
  }

  /** Nothing is chosen. */
  abandon(): void {
    this.settle(undefined);
  }

  press(event: InputEvent): Wish | undefined {
    if (event.type === "text" && /^[1-9]$/.test(event.text)) {
      const index = Number(event.text) - 1;
      if (index < this.labels.length) this.settle(index);
      return undefined;
    }
    if (event.type !== "key") return undefined;
    const { name, ctrl, char } = event;
    const count = this.labels.length;
    if (name === "up" || (ctrl && char === "p")) this.at = (this.at + count - 1) % count;
    else if (name === "down" || (ctrl && char === "n")) this.at = (this.at + 1) % count;
    else if (name === "enter") this.settle(this.at);
    else if (name === "escape") this.settle(undefined);
    else if (ctrl && char === "c") {
      this.settle(undefined);
      return { type: "interrupt" };
    } else if (ctrl && char === "z") return { type: "suspend" };
    return undefined;
  }

  live(columns: number, style: Style): Live {
    const first = Math.max(0, Math.min(this.at - Math.floor(SHOWN / 2), this.labels.length - SHOWN));
    const rows = this.labels.slice(first, first + SHOWN).map((label, index) => {
      const at = first + index;
      const row = fitWidth(`${at === this.at ? "❯" : " "} ${at + 1}. ${oneLine(label)}`, columns - 1);
      return at === this.at ? style.bold(row) : row;
    });
    if (this.labels.length > SHOWN)
      rows.push(style.dim(fitWidth(`  ${this.at + 1} of ${this.labels.length}`, columns - 1)));
    return { rows };
  }
}
