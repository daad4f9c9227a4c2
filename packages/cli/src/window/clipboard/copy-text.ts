import { isInstalled, runProgram } from "../outside/run-program.js";
import { osc52, OSC52_MOST } from "./osc52.js";

/** Milliseconds a clipboard program has. */
const WAIT_MS = 2000;

interface ClipboardProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly encoding?: "utf16le";
}

/**
 * Puts text into the clipboard: through the terminal, which reaches the person's own machine also over ssh, and through the
 * clipboard programs of this one. Returns what to tell the person; never hangs.
 */
export async function copyText(
  terminal: { write(data: string): void },
  text: string,
  env: NodeJS.ProcessEnv = process.env,
  waitMs = WAIT_MS,
): Promise<{ readonly ok: boolean; readonly text: string }> {
  if (text === "") return { ok: false, text: "there is nothing to copy" };
  const sequence = osc52(text, env);
  if (sequence !== undefined) terminal.write(sequence);
  const failures: string[] = [];
  for (const program of programsFor(env)) {
    if (!(await isInstalled(program.command, env))) continue;
    const input =
      program.encoding === "utf16le" ? Buffer.from(`\ufeff${text}`, "utf16le") : Buffer.from(text, "utf8");
    const run = await runProgram({ ...program, input, waitMs, env });
    if (run.ok) return { ok: true, text: `copied ${amount(text)}` };
    failures.push(run.text);
  }
  if (sequence !== undefined) return { ok: true, text: `copied ${amount(text)}, through the terminal` };
  const why = failures[0] ?? "no clipboard program (wl-copy, xclip, xsel, pbcopy) is installed";
  return {
    ok: false,
    text: `not copied: ${amount(text)} are too many for the terminal (${OSC52_MOST} bytes), and ${why}`,
  };
}

/** The programs that reach the clipboard of the screen this process runs on. */
function programsFor(env: NodeJS.ProcessEnv): readonly ClipboardProgram[] {
  if (process.platform === "darwin") return [{ command: "pbcopy", args: [] }];
  if (process.platform === "win32") return [{ command: "clip.exe", args: [], encoding: "utf16le" }];
  return [
    ...(env["WAYLAND_DISPLAY"] ? [{ command: "wl-copy", args: [] }] : []),
    ...(env["DISPLAY"]
      ? [
          { command: "xclip", args: ["-selection", "clipboard"] },
          { command: "xsel", args: ["--clipboard", "--input"] },
        ]
      : []),
    ...(env["WSL_DISTRO_NAME"] ? [{ command: "clip.exe", args: [], encoding: "utf16le" as const }] : []),
  ];
}

function amount(text: string): string {
  const characters = Array.from(text).length;
  return `${characters} character${characters === 1 ? "" : "s"}`;
}
