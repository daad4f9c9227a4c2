import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";
import { openCli } from "./open-cli.js";

/** `mm tools`: every tool as the model sees it, and why one is absent. */
export async function runTools(args: Args, out: Out): Promise<number> {
  const runtime = await openCli(args, out);
  if (!runtime) return EXIT.usage;
  try {
    const owner = (tool: string): string => {
      const plugin = runtime.plugins.find((entry) => entry.tools.includes(tool));
      return plugin ? `${plugin.name}${plugin.version === undefined ? "" : ` ${plugin.version}`}` : "";
    };
    const absent = runtime.plugins.flatMap((plugin) => [
      ...plugin.absent.map(({ name, reason }) => ({ name, reason, plugin: plugin.name })),
      ...(plugin.status !== "active" && plugin.absent.length === 0
        ? [{ name: plugin.name, reason: plugin.reason ?? plugin.status, plugin: plugin.name }]
        : []),
    ]);
    if (args.flags.json) {
      const tools = runtime.tools.map(({ name, kind, description, input }) => ({
        name,
        kind,
        description,
        input,
        plugin: owner(name),
      }));
      out.stdout(`${JSON.stringify({ tools, absent, plugins: runtime.plugins }, null, 2)}\n`);
      return EXIT.ok;
    }
    for (const tool of runtime.tools) {
      out.stdout(`${tool.name}  (${tool.kind}, ${owner(tool.name)})\n${indent(tool.description)}\n`);
      out.stdout(`${indent(JSON.stringify(tool.input))}\n\n`);
    }
    for (const { name, reason } of absent) out.stdout(`${name}  absent: ${reason}\n`);
    return EXIT.ok;
  } finally {
    await runtime.dispose();
  }
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
