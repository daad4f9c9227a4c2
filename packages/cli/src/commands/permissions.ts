import { openPermissionStore } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { EXIT } from "../exit-codes.js";
import type { Out } from "../output/write.js";
import { openCli } from "./open-cli.js";

const USAGE =
  "mm: usage: mm permissions [list]   or   mm permissions revoke <tool> <pattern>   or   mm permissions revoke --all\n";

/** `mm permissions`: the rules in effect here, and the stored answers of this project, which can be revoked. */
export async function runPermissions(args: Args, out: Out): Promise<number> {
  const [name = "list", ...rest] = args.positionals;
  const store = openPermissionStore(args.flags.cwd ?? process.cwd(), process.env);
  if (name === "revoke") return revoke(store, rest, args, out);
  if (name !== "list" || rest.length > 0) {
    out.stderr(USAGE);
    return EXIT.usage;
  }
  const runtime = await openCli(args, out);
  if (!runtime) return EXIT.usage;
  const stored = await store.list();
  const { mode, rules } = runtime.config;
  await runtime.dispose();
  if (args.flags.json) {
    out.stdout(`${JSON.stringify({ mode, rules, stored }, null, 2)}\n`);
    return EXIT.ok;
  }
  out.stdout(`mode ${mode}\n`);
  for (const { tool, pattern, decision, source } of rules)
    out.stdout(`${decision.padEnd(5)}  ${tool}: ${pattern}  (${source})\n`);
  for (const { tool, pattern, decision, at } of stored)
    out.stdout(`${decision.padEnd(5)}  ${tool}: ${pattern}  (this project, ${at.slice(0, 10)})\n`);
  return EXIT.ok;
}

async function revoke(
  store: ReturnType<typeof openPermissionStore>,
  rest: readonly string[],
  args: Args,
  out: Out,
): Promise<number> {
  const all = args.flags.all === true;
  const [tool, pattern, ...more] = rest;
  if (more.length > 0 || all === (tool !== undefined) || (!all && pattern === undefined)) {
    out.stderr(USAGE);
    return EXIT.usage;
  }
  const wanted = all ? await store.list() : [{ tool: tool ?? "", pattern: pattern ?? "" }];
  let gone = 0;
  for (const rule of wanted) gone += await store.revoke(rule.tool, rule.pattern);
  if (gone === 0) {
    out.stderr(
      `mm: there is no such stored answer${all ? "" : `: ${tool}: ${pattern}`}; mm permissions list shows them\n`,
    );
    return EXIT.failed;
  }
  out.stdout(`revoked ${gone}\n`);
  return EXIT.ok;
}
