import { slashes, withSlash } from "../path/slashes.js";

/**
 * A query without what says only where it looks: `./`, or the absolute path of one of `folders`, of which the first that
 * fits counts. A glob keeps one `/` at its start, so that it stays one for whole paths.
 */
export function stripPlace(query: string, folders: readonly string[]): string {
  const glob = /[*?{]/.test(query);
  const path = slashes(query);
  const folder = folders.map(withSlash).find((one) => path.startsWith(one) && path.length > one.length);
  if (folder !== undefined) return `${glob ? "/" : ""}${path.slice(folder.length)}`;
  return glob ? query : query.replace(/^(?:\.\/+)+(?=.)/, "");
}
