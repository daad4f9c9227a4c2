/** Whether JavaScript takes the text as an expression. */
export function isExpression(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags).source !== "";
  } catch {
    return false;
  }
}
