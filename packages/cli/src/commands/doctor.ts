import { chooseProvider, openRuntime, readKeys, stateDir } from "@mm-agent/agent";
import type { Args } from "../args/parse-args.js";
import { checkAgents } from "../doctor/check-agents.js";
import { checkModel } from "../doctor/check-model.js";
import { checkNode } from "../doctor/check-node.js";
import { checkPlugins } from "../doctor/check-plugins.js";
import { checkPrograms } from "../doctor/check-programs.js";
import { checkState } from "../doctor/check-state.js";
import { checkTerminal } from "../doctor/check-terminal.js";
import type { Finding } from "../doctor/types.js";
import { EXIT } from "../exit-codes.js";
import { createStyle } from "../output/style.js";
import type { Out } from "../output/write.js";
import { version } from "../version.js";
import { runtimeOptions } from "./open-cli.js";

/** `mm doctor`: everything a person must have for mm to work here. Exit code 1 when something fails. */
export async function runDoctor(args: Args, out: Out): Promise<number> {
  const { env, stdout } = process;
  const found: Finding[] = [
    { area: "mm", status: "ok", text: version() },
    checkNode(process.versions.node),
    checkTerminal({ isTTY: stdout.isTTY, columns: stdout.columns, rows: stdout.rows, env }),
    checkState(stateDir(env)),
  ];
  const options = runtimeOptions(args);
  const opened = await openRuntime(options);
  if (!opened.ok) found.push({ area: "config", status: "fail", text: opened.text });
  else {
    const { runtime } = opened;
    const { config, warnings } = runtime;
    for (const text of warnings) found.push({ area: "config", status: "warn", text });
    if (warnings.length === 0) found.push({ area: "config", status: "ok", text: `mode ${config.mode}` });
    const question = runtime.trustQuestion();
    if (question)
      found.push({
        area: "trust",
        status: "warn",
        text: `${question.folder} is not trusted: ${question.ignored.length} settings do not count; mm trust lets them`,
      });
    found.push(...checkPlugins(runtime.plugins), ...checkAgents(config.mmConfigs, env["PATH"] ?? ""));
    // The choice of every other command, with the environment that still holds the keys.
    const { keys } = readKeys(options.env);
    const chosen = await chooseProvider(config.model, options.env, { baseDir: runtime.cwd, keys });
    if (chosen.ok) {
      if (chosen.notice !== undefined) found.push({ area: "model", status: "ok", text: chosen.notice });
      const sizes = [chosen.window, config.model.contextWindow].filter((size) => size !== undefined);
      found.push(...(await checkModel(chosen.provider, sizes.length > 0 ? Math.min(...sizes) : undefined)));
    } else found.push({ area: "model", status: "fail", text: chosen.text });
    await runtime.dispose();
  }
  found.push(...checkPrograms(env["PATH"] ?? ""));
  print(found, args, out);
  return found.some((finding) => finding.status === "fail") ? EXIT.failed : EXIT.ok;
}

function print(found: readonly Finding[], args: Args, out: Out): void {
  if (args.flags.json) return out.stdout(`${JSON.stringify(found, null, 2)}\n`);
  const style = createStyle(process.stdout, process.env);
  const marks = { ok: style.green("ok  "), warn: style.yellow("warn"), fail: style.red("FAIL") };
  const width = Math.max(...found.map((finding) => finding.area.length));
  for (const { area, status, text } of found)
    out.stdout(`${marks[status]}  ${area.padEnd(width)}  ${text}\n`);
}
