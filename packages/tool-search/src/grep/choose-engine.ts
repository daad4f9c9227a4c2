import type { Construct } from "../pattern/node.js";
import type { Engine } from "./types.js";
import type { WorkerPool } from "./worker-pool.js";

export type EngineName = "auto" | Engine["name"];

export interface EngineOptions {
  /** `auto`: the first that is there and knows what the pattern needs. */
  readonly engine: EngineName;
  /** The worker of the JavaScript engine; default: the built one. */
  readonly worker?: URL;
}

type ChosenEngine =
  | { readonly engine: Engine }
  | { readonly missing: string }
  /** What the pattern needs and no engine here has. */
  | { readonly lacking: Construct; readonly asked: readonly string[] };

/** Finds engines for one session and remembers what it found. */
export interface EngineChain {
  choose(constructs: readonly Construct[], env: Readonly<Record<string, string>>): Promise<ChosenEngine>;
  dispose(): void;
}

/**
 * The chain: the ripgrep of the optional package `@vscode/ripgrep`, `rg` on the `PATH` but never from inside `projects`,
 * JavaScript in a worker.
 */
export function createEngineChain(options: EngineOptions, projects: readonly string[]): EngineChain {
  let pool: WorkerPool | undefined;
  const rg = new Map<Engine["name"], Promise<Engine | undefined>>();

  const useRg = async (
    name: "@vscode/ripgrep" | "rg",
    env: Readonly<Record<string, string>>,
  ): Promise<Engine | undefined> => {
    const [{ findRg, hasPcre, isUsable }, { createRgEngine }] = await Promise.all([
      import("./find-rg.js"),
      import("./rg-engine.js"),
    ]);
    const program = name === "rg" ? findRg(env, projects) : await packagedRg();
    if (program === undefined || !(await isUsable(program, env))) return undefined;
    let pcre: Promise<boolean> | undefined;
    return createRgEngine(name, program, () => (pcre ??= hasPcre(program, env)));
  };
  const useScript = async (): Promise<Engine | undefined> => {
    const [{ createJsEngine, workerUrl }, { createWorkerPool }] = await Promise.all([
      import("./js-engine.js"),
      import("./worker-pool.js"),
    ]);
    const url = options.worker ?? workerUrl();
    if (url === undefined) return undefined;
    pool ??= createWorkerPool(url);
    // It belongs to one call: calls side by side each have a worker.
    return createJsEngine(pool);
  };
  const find = (name: Engine["name"], env: Readonly<Record<string, string>>): Promise<Engine | undefined> => {
    if (name === "javascript") return useScript();
    const known = rg.get(name) ?? useRg(name, env);
    rg.set(name, known);
    return known;
  };

  return {
    async choose(constructs, env) {
      const wanted: readonly Engine["name"][] =
        options.engine === "auto" ? ["@vscode/ripgrep", "rg", "javascript"] : [options.engine];
      const asked: string[] = [];
      let lacking: Construct | undefined;
      for (const name of wanted) {
        const engine = await find(name, env);
        if (engine === undefined) continue;
        const missing = await engine.lacks(constructs);
        if (missing === undefined) return { engine };
        lacking = missing;
        asked.push(name);
      }
      if (lacking !== undefined) return { lacking, asked };
      return { missing: `no search engine is there: ${wanted.join(", ")}` };
    },
    dispose: () => pool?.dispose(),
  };
}

/** The program of the optional package; undefined when the package, or its part for this platform, is not installed. */
async function packagedRg(): Promise<string | undefined> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return undefined;
  }
}
