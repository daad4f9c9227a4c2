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
  const paths = pathsIn(text);
  if (paths === undefined || !paths.every((path) => NAMES.test(path))) return undefined;
  const taken: TakenImage[] = [];
  for (const path of paths) {
    const file = resolve(cwd, path.startsWith("~/") ? homedir() + path.slice(1) : path);
    const info = await stat(file).catch(() => undefined);
    if (!info?.isFile()) return undefined;
    taken.push(await takeFile(file, info.size));
  }
  return taken;
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

/** The words of a shell line; undefined when it is none, or too much of one. */
function pathsIn(text: string): string[] | undefined {
  const line = text.trim();
  if (line === "" || line.length > LONGEST) return undefined;
  // A path with blanks that nothing marks is one path if its end says so.
  const whole =
    !/["'\\]|file:/.test(line) && !line.includes("\n") && line.split(/(?<=\.\w{3,4})\s/).length === 1;
  if (whole) return [line];
  const paths: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const match = WORD.exec(line);
    if (match === null || paths.length === MOST_FILES) return undefined;
    const [, double, single, bare] = match;
    const word = single ?? (double ?? bare ?? "").replace(/\\(.)/g, "$1");
    paths.push(word.startsWith("file://") ? fromAddress(word) : word);
  }
  return paths;
}

function fromAddress(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    return address;
  }
}
