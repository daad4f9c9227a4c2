import type { Surface } from "../render/surface.js";

/** A surface for terminals that can only print: rows go out as they are, and there is no live part. */
export function createPlainSurface(
  write: (text: string) => void,
  size: () => { columns: number; rows: number },
): Surface {
  let lastBlank = true;
  const print = (rows: readonly string[]): void => {
    if (rows.length === 0) return;
    lastBlank = rows.at(-1) === "";
    write(rows.map((row) => `${row}\n`).join(""));
  };
  return {
    get columns() {
      return size().columns;
    },
    get rows() {
      return size().rows;
    },
    print,
    gap: () => {
      if (!lastBlank) print([""]);
    },
    live: () => {},
  };
}
