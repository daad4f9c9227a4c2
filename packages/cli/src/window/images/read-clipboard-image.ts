import { isInstalled, runProgram } from "../outside/run-program.js";
import { takeImage, type TakenImage } from "./attached-image.js";

/** Milliseconds a clipboard program has: an image of some megabytes is turned into PNG meanwhile. */
const WAIT_MS = 4000;
const MOST_BYTES = 24_000_000;
/** Kinds that models take, in the order they are asked for. */
const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];

type Read = { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly text: string };

/** The image in the clipboard of the screen this process runs on, or why there is none. Never hangs. */
export async function readClipboardImage(
  env: NodeJS.ProcessEnv = process.env,
  waitMs = WAIT_MS,
): Promise<TakenImage> {
  const read = await readBytes(env, waitMs);
  return read.ok ? takeImage(read.bytes) : read;
}

async function readBytes(env: NodeJS.ProcessEnv, waitMs: number): Promise<Read> {
  const has = (command: string): Promise<boolean> => isInstalled(command, env);
  const run = async (command: string, args: readonly string[]): Promise<Read> => {
    const result = await runProgram({ command, args, env, waitMs, maxOutput: MOST_BYTES });
    return result.ok ? { ok: true, bytes: result.output } : result;
  };
  if (process.platform === "darwin") {
    if (await has("pngpaste")) return run("pngpaste", ["-"]);
    return decoded(await run("osascript", ["-e", "get the clipboard as «class PNGf»"]), osascript);
  }
  if (env["WAYLAND_DISPLAY"] && (await has("wl-paste"))) {
    const type = typeIn(await run("wl-paste", ["--list-types"]));
    return typeof type === "string" ? run("wl-paste", ["--no-newline", "--type", type]) : type;
  }
  if (env["DISPLAY"] && (await has("xclip"))) {
    const from = ["-selection", "clipboard", "-o", "-t"];
    const type = typeIn(await run("xclip", [...from, "TARGETS"]));
    return typeof type === "string" ? run("xclip", [...from, type]) : type;
  }
  const windows = env["WSL_DISTRO_NAME"] !== undefined || process.platform === "win32";
  if (windows && (await has("powershell.exe")))
    return decoded(await run("powershell.exe", ["-NoProfile", "-Command", POWERSHELL]), (text) =>
      Buffer.from(text.trim(), "base64"),
    );
  return { ok: false, text: missing(env) };
}

const NONE = "there is no image in the clipboard";

/** The kind to ask for, out of the list that a program gives of the clipboard. */
function typeIn(listed: Read): string | Read {
  if (!listed.ok) return listed.text.includes("failed with code") ? { ok: false, text: NONE } : listed;
  const offered = listed.bytes.toString("utf8").split(/\s+/);
  return TYPES.find((type) => offered.includes(type)) ?? { ok: false, text: NONE };
}

function decoded(read: Read, decode: (text: string) => Buffer): Read {
  if (!read.ok) return read.text.includes("failed with code") ? { ok: false, text: NONE } : read;
  const bytes = decode(read.bytes.toString("utf8"));
  return bytes.length === 0 ? { ok: false, text: NONE } : { ok: true, bytes };
}

/** AppleScript writes data as `«data PNGf89504E…»`. */
function osascript(text: string): Buffer {
  return Buffer.from(/PNGf([0-9A-F]+)/i.exec(text)?.[1] ?? "", "hex");
}

const POWERSHELL = [
  "Add-Type -AssemblyName System.Windows.Forms",
  "$i = [System.Windows.Forms.Clipboard]::GetImage()",
  "if ($i) { $m = New-Object System.IO.MemoryStream",
  "$i.Save($m, [System.Drawing.Imaging.ImageFormat]::Png)",
  "[Convert]::ToBase64String($m.ToArray()) }",
].join("; ");

function missing(env: NodeJS.ProcessEnv): string {
  if (env["WAYLAND_DISPLAY"]) return "images are pasted with wl-paste (wl-clipboard), which is not installed";
  if (env["DISPLAY"]) return "images are pasted with xclip, which is not installed";
  return "no clipboard can be reached from here; drop the image's file into the window or write its path";
}
