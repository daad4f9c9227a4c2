/**
 * JSON with comments as text that YAML reads alike: comments and tabs outside of strings become blanks, so that every
 * character keeps its line.
 */
export function stripJsonc(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\t/g, (part) =>
    part.startsWith('"') ? part : part.replace(/[^\n]/g, " "),
  );
}
