import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { applyEnv } from "./apply-env.js";
import { applyFlags } from "./apply-flags.js";
import { checkExamples } from "./check-examples.js";
import { newDraft, type Draft } from "./draft.js";
import { finish, problemText } from "./finish.js";
import { configDir, projectRoot, realPath } from "./paths.js";
import { CONFIG_NAMES, readConfigFile } from "./read-file.js";
import type { Layer, LoadConfigOptions, LoadedConfig, Source } from "./types.js";

/**
 * Reads the configuration of a session: the user's file, the project's (`.mm/config.yaml` at the git root, then in the
 * working directory), the one named by `--config` or `MM_CONFIG`, the environment, the flags. Scalars and lists
 * replace, maps merge, permission rules add up. Never throws: `errors` must end the program with exit code 2,
 * `warnings` name everything that was dropped or replaced.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const { env, trusted } = options;
  const flags = options.flags ?? {};
  const draft = newDraft();
  const root = projectRoot(options.cwd);
  const read = reader(draft, { trusted, projectRoot: root, home: env["HOME"] });

  const flag = options.configFile ?? flags.config;
  const named = flag ?? (env["MM_CONFIG"] || undefined);
  const namedFile = named === undefined || named.trim() === "" ? undefined : resolve(options.cwd, named);
  const skip = namedFile === undefined ? undefined : realPath(namedFile);

  const folders: [Layer, string][] = [["user", configDir(env)]];
  const here = realPath(options.cwd);
  for (const folder of new Set([root, here])) folders.push(["project", join(folder, ".mm")]);
  for (const [layer, folder] of folders) {
    const file = await findConfig(folder, draft);
    if (file !== undefined && realPath(file) !== skip) await read(layer, file);
  }
  const name = flag === undefined ? "MM_CONFIG" : "--config";
  if (namedFile !== undefined) await read("named", namedFile, name);
  else if (named !== undefined)
    draft.errors.push({ flag: name, message: `${name}: needs the name of a file` });

  applyEnv(draft, env);
  applyFlags(draft, flags);
  if (options.matches !== undefined) {
    const checked = checkExamples(draft.rules, draft.examples, options.matches);
    draft.rules = checked.rules;
    draft.warnings.push(...checked.warnings);
  }
  const config = finish(draft);
  const warnings = [...draft.problems.map((problem) => problemText(problem, draft)), ...draft.warnings];
  const lowered = config.mode !== draft.mode;
  if (lowered) {
    const message = `Permission mode is ask instead of ${draft.mode} until the settings above can be read`;
    warnings.push({ key: "mode", message });
  }
  const mode: Source = lowered ? { kind: "fallback" } : draft.modeSource;
  const origins = { ...Object.fromEntries(draft.origins), mode };
  return { config, origins, warnings, errors: draft.errors, projectRoot: root, files: draft.files };
}

function reader(draft: Draft, base: { trusted: boolean; projectRoot: string; home: string | undefined }) {
  return async (layer: Layer, file: string, flag?: string): Promise<void> => {
    const result = await readConfigFile(file);
    if (result !== "missing" && result.ok) {
      draft.files.push(file);
      const trusted = layer !== "project" || base.trusted;
      for (const note of result.notes) {
        draft.warnings.push({ file, line: note.line, message: `${file}:${note.line}: ${note.message}` });
      }
      const { applyFile } = await import("./apply-file.js");
      applyFile(draft, {
        layer,
        file,
        root: result.root,
        trusted,
        projectRoot: base.projectRoot,
        home: base.home,
      });
      return;
    }
    draft.floor = true;
    const line = result === "missing" ? undefined : result.line;
    const place = line === undefined ? file : `${file}:${line}`;
    if (flag !== undefined) {
      const why = result === "missing" ? "does not exist" : `cannot be used: ${result.reason}`;
      draft.errors.push({ flag, message: `${flag}: ${place} ${why}` });
    } else if (result !== "missing") {
      const message = `${place}: nothing of this file counts: ${result.reason}`;
      draft.warnings.push({ file, ...(line === undefined ? {} : { line }), message });
    }
  };
}

async function findConfig(folder: string, draft: Draft): Promise<string | undefined> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      draft.floor = true;
      draft.warnings.push({
        file: folder,
        message: `${folder}: this folder cannot be read (${code ?? "error"})`,
      });
    }
    return undefined;
  }
  const found = CONFIG_NAMES.filter((name) => names.includes(name));
  if (found.length > 1) {
    const message = `${folder}: ${found[0]!} is used; ${found.slice(1).join(", ")} beside it does not count`;
    draft.warnings.push({ file: folder, message });
  }
  return found[0] === undefined ? undefined : join(folder, found[0]);
}
