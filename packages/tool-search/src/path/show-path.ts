/**
 * A path as an answer shows it. One with control characters, or one that could be read as `path:line:`, stands in
 * quotes as in JSON, so that every answer keeps one line for one thing.
 */
export function showPath(path: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters in names are what this is about
  return /[\u0000-\u001f\u007f]|^"|:\d+:/.test(path) ? JSON.stringify(path) : path;
}
