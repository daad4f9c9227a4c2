import type { ModelInfo } from "@mm-agent/agent";
import type { WindowHost } from "../types.js";
import { pick } from "./pick.js";
import type { PickRow } from "./picker.js";

/** Milliseconds the server has to name its models. */
const WAIT_MS = 10_000;

/** The models of the session's server with their windows; the chosen one is taken. Returns its name. */
export async function chooseModel(host: WindowHost): Promise<string | undefined> {
  const { provider } = host.session;
  const picked = await pick<string>(host, {
    title: `Models of ${provider.name}`,
    rows: readModels(host),
    waiting: "asking the server …",
    enter: "take it",
  });
  if (!picked) return undefined;
  if (picked.value === provider.model) return picked.value;
  const reply = await host.session.command(`/model ${picked.value}`);
  const said = reply.kind === "done" ? reply.print.map((block) => ("text" in block ? block.text : "")) : [];
  const text = said.filter(Boolean).join(" ");
  host.flash(text === "" ? `${picked.value} @ ${provider.name}` : text);
  return reply.kind === "done" && reply.ok ? picked.value : undefined;
}

async function readModels({ runtime, session }: WindowHost): Promise<readonly PickRow<string>[] | string> {
  const { provider } = session;
  const listed = await runtime.listModels(provider.name);
  const own = listed.ok ? listed.lists.find((list) => list.provider === provider.name)?.models : undefined;
  const models = own ?? (await provider.models?.(AbortSignal.timeout(WAIT_MS)));
  if (models === undefined) return listed.ok ? `${provider.name} does not list its models` : listed.text;
  if (models.length === 0) return `${provider.name} has no models`;
  return models.map((model) => ({
    value: model.id,
    label: model.id,
    note: noteOf(model),
    current: model.id === provider.model,
  }));
}

function noteOf({ contextWindow, images, guessed }: ModelInfo & { readonly guessed?: boolean }): string {
  const window =
    contextWindow === undefined
      ? "window unknown"
      : `${guessed === true ? "about " : ""}${short(contextWindow)} tokens`;
  return images === true ? `${window}, images` : window;
}

/** 131072 is 131k: nobody compares the last three digits. */
function short(tokens: number): string {
  return tokens < 10_000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}
