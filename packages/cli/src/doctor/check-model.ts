import type { Provider } from "@mm-agent/agent";
import type { Finding } from "./types.js";

/** Milliseconds the server has to answer. */
const WAIT_MS = 8000;
/** Tokens below which the tools and a file or two leave no room to work. */
const SMALL_WINDOW = 16_000;

/** Whether the server answers, knows the model, and the model's window is large enough for tools. */
export async function checkModel(provider: Provider, knownWindow: number | undefined): Promise<Finding[]> {
  const area = "model";
  const found: Finding[] = [];
  let window = knownWindow;
  if (provider.models) {
    try {
      const models = await provider.models(AbortSignal.timeout(WAIT_MS));
      // Ollama lists a name without a tag as its tag `latest`.
      const names = [provider.model, `${provider.model}:latest`];
      const model = models.find(({ id }) => names.includes(id));
      window ??= model?.contextWindow;
      if (model || models.length === 0)
        found.push({ area, status: "ok", text: `${provider.model} @ ${provider.name} answers` });
      else {
        const some = models
          .slice(0, 5)
          .map(({ id }) => id)
          .join(", ");
        found.push({
          area,
          status: "fail",
          text: `the server does not offer ${provider.model}; it offers ${some}${models.length > 5 ? ` and ${models.length - 5} more` : ""}`,
        });
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [{ area, status: "fail", text: `${provider.name} cannot be reached: ${reason}` }];
    }
  } else found.push({ area, status: "ok", text: `${provider.model} @ ${provider.name}` });
  if (window === undefined)
    found.push({
      area: "window",
      status: "warn",
      text: "the size of the model's context window is not known: set contextWindow, so that long conversations are compacted in time",
    });
  else if (window < SMALL_WINDOW)
    found.push({
      area: "window",
      status: "warn",
      text: `${window} tokens are too few for tools: give the server at least ${SMALL_WINDOW} (Ollama: num_ctx)`,
    });
  else found.push({ area: "window", status: "ok", text: `${window} tokens` });
  return found;
}
