import type { Tool } from "../tool/types.js";
import { API_VERSION, type Plugin, type PluginInstance, type PluginSession } from "./types.js";

interface PluginBase extends Omit<Plugin, "apiVersion" | "setup"> {
  /** Default {@link API_VERSION}. */
  readonly apiVersion?: number;
}

/** A {@link Plugin}, or its short form: `tools` instead of `setup` for a plugin that only brings tools. */
export type PluginOptions = PluginBase &
  (
    | { readonly setup: Plugin["setup"]; readonly tools?: never }
    | {
        readonly tools:
          | readonly Tool[]
          | ((session: PluginSession) => readonly Tool[] | Promise<readonly Tool[]>);
        readonly setup?: never;
      }
  );

/**
 * Makes a plugin; a finished plugin passes through unchanged in meaning.
 * Throws a TypeError for a missing name, and when there is not exactly one of `setup` and `tools`.
 */
export function definePlugin(options: PluginOptions): Plugin {
  const { apiVersion = API_VERSION, tools, setup, ...rest } = options;
  if (typeof rest.name !== "string" || rest.name.trim() === "")
    throw new TypeError("definePlugin: name is missing.");
  const owner = `definePlugin ${rest.name}`;
  if (!Number.isInteger(apiVersion) || apiVersion < 1) {
    throw new TypeError(
      `${owner}: apiVersion must be a whole number from 1, got ${JSON.stringify(apiVersion)}.`,
    );
  }
  if (setup !== undefined && tools !== undefined)
    throw new TypeError(`${owner}: give setup or tools, not both.`);
  if (setup !== undefined) {
    if (typeof setup !== "function") throw new TypeError(`${owner}: setup must be a function.`);
    return { ...rest, apiVersion, setup: (session) => setup.call(options, session) };
  }
  if (typeof tools === "function")
    return { ...rest, apiVersion, setup: async (session) => ({ tools: await tools(session) }) };
  if (Array.isArray(tools)) return { ...rest, apiVersion, setup: (): PluginInstance => ({ tools }) };
  throw new TypeError(`${owner}: give setup (a function) or tools (a list, or a function that returns one).`);
}
