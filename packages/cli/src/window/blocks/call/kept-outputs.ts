import type { CallLine } from "../lanes.js";
import type { RowList } from "../list/row-list.js";

/** Units of output that all calls together keep. */
const MOST = 12_000_000;

/** Bounds what is kept of outputs: the oldest calls give theirs up first, down to a beginning and an end. */
export class KeptOutputs {
  readonly #list: RowList;
  readonly #lines: CallLine[] = [];
  #size = 0;

  constructor(list: RowList) {
    this.#list = list;
  }

  keep(line: CallLine): void {
    this.#lines.push(line);
    this.#size += line.block.size;
    while (this.#size > MOST && this.#lines.length > 1) {
      const oldest = this.#lines.shift();
      if (!oldest) return;
      this.#size -= oldest.block.size;
      oldest.block.shrink();
      if (oldest.entry.open) this.#list.touch(oldest.entry);
    }
  }
}
