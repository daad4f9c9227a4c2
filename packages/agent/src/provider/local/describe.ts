import { readModels } from "../openai/models.js";
import type { ModelInfo } from "../types.js";
import { asList, asObject, getJson, tokens } from "./get-json.js";

/** What a server on this machine offers. */
export interface LocalServer {
  readonly models: readonly ModelInfo[];
  /** The model to take when none is named: one that is loaded already, else the newest. */
  readonly preferred?: string;
}

type Headers = Readonly<Record<string, string>>;
type Describe = (root: string, signal: AbortSignal, headers?: Headers) => Promise<LocalServer | undefined>;

const EMBEDDING = /embed|(?:^|[/:_-])bge-|rerank|whisper/i;
/** Models that are asked for their abilities before one is taken. */
const LOOK_AT = 3;

const info = (id: string, contextWindow: number | undefined): ModelInfo => ({
  id,
  ...(contextWindow === undefined ? {} : { contextWindow }),
});

/**
 * The window Ollama gives a model: what it is loaded with, else what its file sets. What the model could have (`/api/show`)
 * is no answer: the server's own default counts, and nothing says it before the model is loaded.
 */
export async function ollamaWindow(
  root: string,
  model: string,
  signal: AbortSignal,
  headers: Headers = {},
): Promise<number | undefined> {
  const [running, shown] = await Promise.all([
    getJson(`${root}/api/ps`, signal, { headers }),
    getJson(`${root}/api/show`, signal, { post: { model }, headers }),
  ]);
  const names: readonly unknown[] = [model, `${model}:latest`];
  const loaded = asList(asObject(running?.body)["models"]).find(
    (one) => names.includes(one["name"]) || names.includes(one["model"]),
  );
  return tokens(loaded?.["context_length"]) ?? windowOf(asObject(shown?.body));
}

function windowOf(shown: Readonly<Record<string, unknown>>): number | undefined {
  const set =
    typeof shown["parameters"] === "string" ? /^num_ctx\s+(\d+)/m.exec(shown["parameters"])?.[1] : undefined;
  return set === undefined ? undefined : Number(set);
}

const ollama: Describe = async (root, signal, headers = {}) => {
  const [tags, running] = await Promise.all([
    getJson(`${root}/api/tags`, signal, { headers }),
    getJson(`${root}/api/ps`, signal, { headers }),
  ]);
  const listed = asObject(tags?.body)["models"];
  if (!Array.isArray(listed)) return undefined;
  const loaded = asList(asObject(running?.body)["models"]);
  const names = asList(listed).flatMap((one) => (typeof one["name"] === "string" ? [one["name"]] : []));
  const chat = names.filter((name) => !EMBEDDING.test(name));
  const first = loaded
    .map((one) => one["name"])
    .filter((name): name is string => chat.includes(String(name)));
  const candidates = [...new Set([...first, ...chat])].slice(0, LOOK_AT);
  const shown = await Promise.all(
    candidates.map((model) => getJson(`${root}/api/show`, signal, { post: { model }, headers })),
  );
  const able = candidates.find((_, at) => {
    const abilities = asObject(shown[at]?.body)["capabilities"];
    return !Array.isArray(abilities) || abilities.includes("tools");
  });
  const preferred = able ?? candidates[0];
  const window = (name: string): number | undefined => {
    const at = candidates.indexOf(name);
    return (
      tokens(loaded.find((one) => one["name"] === name)?.["context_length"]) ??
      (at < 0 ? undefined : windowOf(asObject(shown[at]?.body)))
    );
  };
  return {
    models: names.map((name) => info(name, window(name))),
    ...(preferred === undefined ? {} : { preferred }),
  };
};

const lmstudio: Describe = async (root, signal, headers = {}) => {
  const [own, plain] = await Promise.all([
    getJson(`${root}/api/v0/models`, signal, { headers }),
    getJson(`${root}/v1/models`, signal, { headers }),
  ]);
  const list = asList(asObject(own?.body)["data"]).filter((one) => typeof one["id"] === "string");
  if (list.length === 0) return named(plain === undefined ? undefined : readModels(plain.body));
  const models = list.map((one) =>
    info(String(one["id"]), tokens(one["loaded_context_length"]) ?? tokens(one["max_context_length"])),
  );
  const chat = list.filter((one) => one["type"] !== "embeddings" && !EMBEDDING.test(String(one["id"])));
  const preferred = (chat.find((one) => one["state"] === "loaded") ?? chat[0])?.["id"];
  return { models, ...(typeof preferred === "string" ? { preferred } : {}) };
};

/** Port 8080 is anybody's: only a server with llama.cpp's properties counts. */
const llamacpp: Describe = async (root, signal, headers = {}) => {
  const [props, listed] = await Promise.all([
    getJson(`${root}/props`, signal, { headers }),
    getJson(`${root}/v1/models`, signal, { headers }),
  ]);
  const body = asObject(props?.body);
  const settings = body["default_generation_settings"];
  if (typeof settings !== "object" || settings === null) return undefined;
  const window = tokens(asObject(settings)["n_ctx"]) ?? tokens(body["n_ctx"]);
  const models = listed === undefined ? [] : readModels(listed.body);
  const id = models[0]?.id ?? "default";
  return { models: [{ ...info(id, window ?? models[0]?.contextWindow) }, ...models.slice(1)], preferred: id };
};

const docker: Describe = async (root, signal, headers = {}) => {
  const listed = await getJson(`${root}/engines/v1/models`, signal, { headers });
  return named(listed === undefined ? undefined : readModels(listed.body));
};

function named(models: readonly ModelInfo[] | undefined): LocalServer | undefined {
  if (models === undefined || models.length === 0) return undefined;
  const preferred = models.find((one) => !EMBEDDING.test(one.id))?.id;
  return { models, ...(preferred === undefined ? {} : { preferred }) };
}

/** How each local server describes itself; `root` is its address without a path. */
export const DESCRIBE: Readonly<Record<string, Describe>> = { ollama, lmstudio, llamacpp, docker };
