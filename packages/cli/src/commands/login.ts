import { KINDS, storeKey } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import { readHidden } from "../input/read-hidden.js";
import { readStdin } from "../input/read-stdin.js";
import type { Out } from "../output/write.js";

const NAMES = Object.keys(KINDS).filter((name) => KINDS[name]?.local !== true);

/**
 * `mm login <provider>`: stores a key for the provider's host, or for that of `--base-url`. The key is typed unseen or piped
 * in, never an argument: those stand in shell histories and process lists. `mm logout` takes it out again.
 */
export async function runLogin(args: Args, out: Out): Promise<number> {
  const host = hostOf(args, out, "login");
  if (host === undefined) return EXIT.usage;
  const text = process.stdin.isTTY
    ? await readHidden(`API key for ${host} (it is not shown): `)
    : await readStdin({ optional: false, notice: (notice) => out.stderr(`mm: ${notice}\n`) });
  if (text === undefined) return EXIT.interrupted;
  const key = text.trim();
  if (key === "" || /\s/.test(key)) {
    out.stderr(`mm: ${key === "" ? "no key was given" : "a key has no blanks in it"}; nothing was stored\n`);
    return EXIT.usage;
  }
  try {
    const file = storeKey(process.env, host, key);
    out.stdout(`The key for ${host} is stored in ${file}, readable by you only.\n`);
  } catch (error) {
    out.stderr(`mm: the key cannot be stored: ${(error as Error).message}\n`);
    return EXIT.failed;
  }
  const kind = KINDS[args.positionals[0] ?? ""];
  if (args.flags["base-url"] === undefined && kind?.keyEnv !== undefined && process.env[kind.keyEnv])
    out.stderr(`mm: ${kind.keyEnv} is set in the environment and wins over it\n`);
  return EXIT.ok;
}

/** `mm logout <provider>`: takes a stored key out. */
export function runLogout(args: Args, out: Out): Promise<number> {
  const host = hostOf(args, out, "logout");
  if (host === undefined) return Promise.resolve(EXIT.usage);
  storeKey(process.env, host, undefined);
  out.stdout(`No key is stored for ${host} any more.\n`);
  return Promise.resolve(EXIT.ok);
}

function hostOf({ positionals, flags }: Args, out: Out, command: string): string | undefined {
  const [name, ...more] = positionals;
  const fault = (text: string): undefined => {
    out.stderr(`mm: ${text}\nTry: mm help ${command}\n`);
    return undefined;
  };
  if (more.length > 0)
    return fault(`a key is never an argument: mm ${command} ${name ?? "<provider>"} asks for it`);
  const address =
    flags["base-url"] ?? (name !== undefined && NAMES.includes(name) ? KINDS[name]?.baseUrl : undefined);
  if (address === undefined)
    return fault(`which provider? One of ${NAMES.join(", ")}, or --base-url for another server`);
  return URL.canParse(address) ? new URL(address).host : fault(`--base-url: ${address} is no URL`);
}
