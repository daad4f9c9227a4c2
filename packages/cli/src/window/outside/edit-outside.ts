import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WindowHost } from "../types.js";

/** Characters of a message that are taken back. */
const LONGEST = 1_000_000;

export type Edited =
  | { readonly ok: true; readonly text: string }
  /** The draft stays; the text says why. */
  | { readonly ok: false; readonly text: string };

/**
 * Lets the person write the message in their own editor (`$VISUAL`, else `$EDITOR`), which gets the terminal meanwhile. The
 * draft lies in a file that only they can read and that is gone afterwards. An editor that fails changes nothing.
 */
export async function editOutside(
  host: Pick<WindowHost, "outside">,
  draft: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Edited> {
  const editor = env["VISUAL"]?.trim() || env["EDITOR"]?.trim();
  if (!editor) return { ok: false, text: "no editor is named: set VISUAL or EDITOR, for example to vim" };
  const folder = await mkdtemp(join(tmpdir(), "mm-draft-"));
  const file = join(folder, "message.md");
  try {
    await writeFile(file, draft, { mode: 0o600, flag: "wx" });
    const failed = await host.outside((gone) => {
      // mm ends right behind this: nothing else would take the draft away.
      gone.addEventListener("abort", () => rmSync(folder, { recursive: true, force: true }));
      return run(editor, file, env, gone);
    });
    if (failed !== undefined) return { ok: false, text: failed };
    const text = await readFile(file, "utf8");
    if (text.length > LONGEST)
      return { ok: false, text: `the message has ${text.length} characters; at most ${LONGEST} are taken` };
    // Editors end a file with a line end; the message has none.
    return { ok: true, text: text.replace(/\r\n/g, "\n").replace(/\n+$/, "") };
  } catch (error) {
    return { ok: false, text: `the editor cannot be used: ${(error as Error).message}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A command line that the shell can become itself: then the editor is our child, and ends when we end it. */
const PLAIN = /^[\w./+-]+(?: [^;|&]*)?$/;

/** The variable holds a command line (`code --wait`), so a shell takes it apart. Returns why it failed. */
function run(
  editor: string,
  file: string,
  env: NodeJS.ProcessEnv,
  gone: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const windows = process.platform === "win32";
    const child = windows
      ? spawn(`${editor} "${file}"`, { stdio: "inherit", shell: true, env })
      : spawn("/bin/sh", ["-c", `${PLAIN.test(editor) ? "exec " : ""}${editor} "$1"`, "sh", file], {
          stdio: "inherit",
          env,
        });
    gone.addEventListener("abort", () => child.kill("SIGHUP"));
    child.on("error", (error) => resolve(`${editor} cannot be run: ${error.message}`));
    child.on("exit", (code, signal) => {
      if (code === 0) resolve(undefined);
      else if (code === 127) resolve(`${editor} is not installed`);
      else resolve(`${editor} ended with ${signal ?? `code ${code}`}; the message is as it was`);
    });
  });
}
