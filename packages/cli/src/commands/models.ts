import { listModels, readKeys } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";
import { openCli, runtimeOptions } from "./open-cli.js";

/** `mm models`: what the provider offers, with the windows; without a provider, what is found on this machine. */
export async function runModels(args: Args, out: Out): Promise<number> {
  const runtime = await openCli(args, out);
  if (!runtime) return EXIT.usage;
  // Not the process's own environment: the keys are no longer in it.
  const { env } = runtimeOptions(args);
  const { keys } = readKeys(env);
  const found = await listModels(runtime.config.model, env, { baseDir: runtime.cwd, keys });
  await runtime.dispose();
  if (!found.ok) {
    out.stderr(`mm: ${found.text}\n`);
    return EXIT.usage;
  }
  if (args.flags.json) {
    out.stdout(`${JSON.stringify(found.lists, null, 2)}\n`);
    return EXIT.ok;
  }
  const rows = found.lists.flatMap((list) => list.models.map(({ id }) => id.length));
  const width = Math.max(0, ...rows);
  for (const { provider, baseUrl, models, current } of found.lists) {
    out.stdout(`${provider}  ${baseUrl}\n`);
    if (models.length === 0) out.stdout("    no models\n");
    for (const { id, contextWindow, images, guessed } of models) {
      const window =
        contextWindow === undefined
          ? "window unknown"
          : `${guessed === true ? "about " : ""}${contextWindow} tokens`;
      const mark = id === current ? "*" : " ";
      out.stdout(`  ${mark} ${id.padEnd(width)}  ${window}${images === true ? ", images" : ""}\n`);
    }
  }
  return EXIT.ok;
}
