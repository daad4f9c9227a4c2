import type { Node } from "./node.js";

/** The longest text that every match holds, or undefined when that is not plain to see. */
export function findLiteral(node: Node): string | undefined {
  if (node.type !== "sequence") return undefined;
  let best = "";
  let run = "";
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = "";
  };
  for (const item of node.items) {
    if (item.type === "char") run += String.fromCodePoint(item.code);
    else if (item.type !== "boundary") end();
    if (item.type === "group" && item.open.kind === "capture") {
      const inner = findLiteral(item.body);
      if (inner !== undefined && inner.length > best.length) best = inner;
    }
    if (item.type === "repeat" && item.min > 0 && item.item.type === "char") {
      run = String.fromCodePoint(item.item.code);
      end();
    }
  }
  end();
  return best.length > 1 ? best : undefined;
}
