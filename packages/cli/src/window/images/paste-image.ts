import type { WindowHost } from "../types.js";
import { imagesRefused, type Attachments } from "./attachments.js";
import type { TakenImage } from "./attached-image.js";
import { pastedImages } from "./pasted-paths.js";
import { readClipboardImage } from "./read-clipboard-image.js";

/** Attaches the image in the clipboard: its mark is put into the editor. */
export async function pasteImage(
  host: WindowHost,
  attachments: Attachments,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  attach(host, attachments, [await readClipboardImage(env)], await imagesRefused(host.session));
}

/**
 * Takes a paste that is nothing but paths of images: their marks are put into the editor. False when the paste is text,
 * which is for the editor.
 */
export async function pastePaths(host: WindowHost, attachments: Attachments, text: string): Promise<boolean> {
  const images = await pastedImages(text, host.runtime.cwd);
  if (images === undefined) return false;
  const refused = await imagesRefused(host.session);
  // A model that sees nothing may still do something with the path.
  if (refused !== undefined) host.insert(text);
  attach(host, attachments, images, refused);
  return true;
}

function attach(
  host: WindowHost,
  attachments: Attachments,
  images: readonly TakenImage[],
  refused: string | undefined,
): void {
  const failures = images.flatMap((taken) => (taken.ok ? [] : [taken.text]));
  if (refused !== undefined) failures.unshift(refused);
  else for (const taken of images) if (taken.ok) host.insert(`${attachments.add(taken.image)} `);
  const [first] = failures;
  if (first !== undefined) host.flash(first);
}
