import { fit, pad } from "./frame.js";

/** Between two columns. */
const GAP = 2;

/** Texts below each other: each cut or filled to its width, the last one as long as there is room. */
export function columns(cells: readonly (readonly [text: string, width: number])[], width: number): string {
  const parts = cells.map(([text, most], index) =>
    index === cells.length - 1 ? fit(text, most) : pad(fit(text, most), most + GAP),
  );
  return fit(parts.join(""), width);
}
