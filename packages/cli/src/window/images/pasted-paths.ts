import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { takeImage, type TakenImage } from "./attached-image.js";

/** Longer pastes are texts, whatever is in them. */
const LONGEST = 8000;
const MOST_FILES = 10;
const MOST_BYTES = 24_000_000;
const NAMES = /\.(?:png|jpe?g|gif|webp)$/i;

/**
 * The images of a paste that is nothing but paths of image files, as terminals write what is dropped on them: quoted, with
 * escaped blanks, or as `file:` addresses. Undefined when the paste is anything else.
 */
export async function pastedImages(text: string, cwd: string): Promise<readonly TakenImage[] | undefined> {
  for (const paths of readingsOf(text)) {
    const found: { readonly file: string; readonly size: number }[] = [];
    for (const path of paths) {
      const file = resolve(cwd, path.startsWith("~/") ? homedir() + path.slice(1) : path);
      const info = await stat(file).catch(() => undefined);
      if (!info?.isFile()) break;
      found.push({ file, size: info.size });
    }
    if (found.length === paths.length)
      return Promise.all(found.map(({ file, size }) => takeFile(file, size)));
  }
  return undefined;
}

/** True when a paste may be nothing but paths of images: only then is it worth looking for the files. */
export function mayBeImages(text: string): boolean {
  return readingsOf(text).length > 0;
}

/** What the paths may be: the whole line, each line, or the words of a shell line; only where all have names of images. */
function readingsOf(text: string): readonly (readonly string[])[] {
  const line = text.trim();
  if (line === "" || line.length > LONGEST) return [];
  const lines = line.split(/\r?\n|\r/).map((one) => fromAddress(one.trim()));
  return [lines, wordsOf(line)].filter(
    (paths) => paths.length > 0 && paths.length <= MOST_FILES && paths.every((path) => NAMES.test(path)),
  );
}

async function takeFile(file: string, size: number): Promise<TakenImage> {
  const name = basename(file);
  if (size > MOST_BYTES) return { ok: false, text: `${name}: it has ${size} bytes` };
  try {
    const image = takeImage(await readFile(file), name);
    return image.ok ? image : { ok: false, text: `${name}: ${image.text}` };
  } catch (error) {
    return { ok: false, text: `${name}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const WORD = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s\\"']|\\.)+))(?=\s|$)/y;

/** The words of a shell line, with addresses as paths; none where it is no such line. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const match = WORD.exec(line);
    if (match === null) return [];
    const [, double, single, bare] = match;
    words.push(fromAddress(single ?? (double ?? bare ?? "").replace(/\\(.)/g, "$1")));
  }
  return words;
}

function fromAddress(word: string): string {
  if (!word.startsWith("file://")) return word;
  try {
    return fileURLToPath(word);
  } catch {
    return word;
  }
}
