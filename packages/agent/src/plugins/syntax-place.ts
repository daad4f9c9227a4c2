/**
 * The place (`file:line`) at which a JavaScript file does not parse; undefined when it does, or within 5 s nothing is
 * known. Node keeps the place of a syntax error from whoever catches it, so a second Node that only parses is asked.
 */
export async function syntaxPlace(file: string): Promise<string | undefined> {
  const { execFile } = await import("node:child_process");
  return new Promise((resolve) => {
    const args = ["--check", file];
    execFile(process.execPath, args, { timeout: 5000, maxBuffer: 65_536 }, (error, _stdout, stderr) => {
      const place = /^(?:file:\/\/)?(\S.*:\d+)$/m.exec(stderr)?.[1];
      resolve(error === null || place === undefined ? undefined : decodePlace(place));
    });
  });
}

function decodePlace(place: string): string {
  try {
    return decodeURI(place);
  } catch {
    return place;
  }
}
