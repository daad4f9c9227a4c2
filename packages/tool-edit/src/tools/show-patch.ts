/** UTF-16 units of a diff line that are shown. */
const MAX_LINE = 500;

/** A patch as the model sees it: long lines are cut, so that one line of a bundle does not fill the context. */
export function showPatch(patch: string): string {
  return patch.trimEnd().split("\n").map(cutLine).join("\n");
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const at = isHighSurrogate(line.charCodeAt(MAX_LINE - 1)) ? MAX_LINE - 1 : MAX_LINE;
  return `${line.slice(0, at)}… (${line.length - at} more characters)`;
}

export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
