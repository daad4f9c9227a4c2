import type { SyntaxNode } from "unbash";
import type { Collected } from "./collect.js";
import { isPrompt } from "./unseen.js";
import { isFixed } from "./word-text.js";

/**
 * Bash runs substitutions that stand inside the subscript of an array name wherever it computes (`$((x))` with
 * `x='a[$(…)]'`), and in a value that is expanded as a prompt (`${x@P}`).
 */
export function noteEvaluation(node: SyntaxNode, into: Collected): void {
  switch (node.type) {
    case "ArithmeticExpansion":
    case "ArithmeticCommand":
    case "ArithmeticFor":
      into.computes = true;
      return;
    case "ArithmeticWord":
      // Quotes do not protect here as they do elsewhere.
      if (/\$\(|`/.test(node.value)) into.open = true;
      return;
    case "ParameterExpansion":
      if (node.operation?.type === "Transform") into.open = true;
      return;
    case "Word":
      if (/\[[^\]]*(?:\$\(|`)/.test(node.value) && isFixed(node)) into.open = true;
      return;
    case "Assignment":
      if (isPrompt(node.text)) into.open = true;
      if (node.value.type === "Word" && isFixed(node.value) && /[[`$]/.test(node.value.value))
        into.crafted = true;
      return;
    case "For":
      if (node.wordlist?.some((word) => isFixed(word) && /[[`$]/.test(word.value)) === true)
        into.crafted = true;
      return;
    default:
  }
}

/** `NAME=value` for what sets a variable without being an assignment: loops, computing, `${NAME:=value}`. */
export function assignedBy(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "For":
    case "Select":
      return `${node.name.value}=${(node.wordlist ?? []).map((word) => word.value).join(" ")}`;
    case "ArithmeticBinary": {
      const sets = /^(?:<<|>>|[-+*/%&^|])?=$/.test(node.operator) && node.left.type === "ArithmeticWord";
      return sets ? `${node.left.value.replace(/\[[^]*/, "").trim()}=…` : undefined;
    }
    case "ArithmeticUnary":
      return /^(?:\+\+|--)$/.test(node.operator) && node.operand.type === "ArithmeticWord"
        ? `${node.operand.value.replace(/\[[^]*/, "").trim()}=…`
        : undefined;
    case "ParameterExpansion":
      return node.operation?.type === "Default" && node.operation.operator.endsWith("=")
        ? `${node.parameter}=${node.operation.operand.value}`
        : undefined;
    default:
      return undefined;
  }
}
