import type { Theme } from "../../types.js";
import type { Room } from "../block.js";

export interface RoomOptions {
  readonly theme: () => Theme;
  readonly cwd: string;
  readonly previewLines: number;
}

/** Cells that one level is indented by, and cells that are left for text, whatever the level. */
const INDENT = 2;
const LEAST = 12;

/** The rooms of one width and one theme, by depth; `renew` makes them anew. */
export class Rooms {
  readonly #options: RoomOptions;
  #rooms: Room[] = [];
  #width = 0;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  renew(width: number): void {
    this.#width = Math.max(1, width);
    this.#rooms = [];
  }

  at(depth: number): Room {
    const known = this.#rooms[depth];
    if (known) return known;
    const { theme, cwd, previewLines } = this.#options;
    const indent = Math.max(0, Math.min(depth * INDENT, this.#width - LEAST));
    const room = {
      width: this.#width - indent,
      indent: " ".repeat(indent),
      theme: theme(),
      cwd,
      previewLines,
    };
    this.#rooms[depth] = room;
    return room;
  }
}
