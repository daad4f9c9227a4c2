/** The shell command that prints bytes `first`..`last` (from 1, inclusive) of one line of a file. */
export function cutCommand(path: string, line: number, first: number, last: number): string {
  const safe = /^[\w./][\w./-]*$/.test(path);
  const quoted = safe ? path : `'${path.replaceAll("'", "'\\''")}'`;
  // A name that starts with a dash would be read as options.
  const name = path.startsWith("-") ? quoted.replace("-", "./-") : quoted;
  return `sed -n '${line}{p;q;}' ${name} | cut -b ${first}-${last}`;
}
