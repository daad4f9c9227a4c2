import { resolve } from "node:path";
import { openRuntime, openTrustStore, projectRoot } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";
import { runtimeOptions } from "./open-cli.js";

/** `mm trust`: lets a project's own configuration, plugins and commands count; `list` and `remove` show and undo it. */
export async function runTrust(args: Args, out: Out): Promise<number> {
  const [name, folder, ...more] = args.positionals;
  const store = openTrustStore(process.env);
  const here = resolve(args.flags.cwd ?? process.cwd());
  if (
    more.length > 0 ||
    (name !== undefined && name !== "list" && name !== "remove") ||
    (name === "list" && folder !== undefined)
  ) {
    out.stderr("mm: usage: mm trust   or   mm trust list   or   mm trust remove [folder]\n");
    return EXIT.usage;
  }
  if (name === "list") {
    const entries = await store.list();
    if (args.flags.json) out.stdout(`${JSON.stringify(entries, null, 2)}\n`);
    else
      for (const entry of entries)
        out.stdout(
          `${entry.trusted ? "trusted    " : "not trusted"}  ${entry.folder}  (${entry.at.slice(0, 10)})\n`,
        );
    return EXIT.ok;
  }
  const root = folder === undefined ? projectRoot(here) : resolve(here, folder);
  if (name === "remove") {
    if (await store.remove(root)) out.stdout(`forgotten: ${root}\n`);
    else {
      out.stderr(`mm: nothing was decided about ${root}; mm trust list shows what was\n`);
      return EXIT.failed;
    }
    return EXIT.ok;
  }
  // What trust will bring is named before it counts: the plugins of an untrusted folder are not loaded for this.
  const opened = await openRuntime({ ...runtimeOptions(args), trust: false });
  if (opened.ok) {
    for (const item of opened.runtime.trustQuestion()?.ignored ?? []) out.stdout(`will count: ${item}\n`);
    await opened.runtime.dispose();
  }
  await store.setTrusted(root, true);
  out.stdout(`trusted: ${root}\n`);
  return EXIT.ok;
}
