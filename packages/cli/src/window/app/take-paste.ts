/* oxlint-disable no-control-regex */
import { mayBeImages } from "../images/pasted-paths.js";
import type { Window } from "./window.js";

const PASTE = /^\x1b\[200~([^]*)\x1b\[201~$/;

/** Takes a paste or a drop of image files; false when it is text, which is for the editor. */
export function takePaste(window: Window, data: string): boolean {
  const text = PASTE.exec(data)?.[1];
  if (text === undefined || !window.session || !mayBeImages(text)) return false;
  void take(window, data, text);
  return true;
}

async function take(window: Window, data: string, text: string): Promise<void> {
  try {
    const { pastePaths } = await import("../images/paste-image.js");
    if (!(await pastePaths(window.host, window.attachments, text))) window.editor.handleInput(data);
    window.draw();
  } catch (error) {
    window.fail(error);
  }
}
