import { API_VERSION, type Plugin, type PluginSession, type Tool } from "@mm-agent/core";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The plugin in a module: its default export, which may be a plugin, one tool or a list of tools. Throws an `Error` whose
 * message is the reason.
 */
export function toPlugin(module: unknown, fallbackName: string): Plugin {
  const found = unwrap(module);
  if (Array.isArray(found)) return fromTools(found as Tool[], fallbackName);
  if (!isFields(found)) throw new Error("its default export is not a plugin, a tool or a list of tools");
  if (isToolLike(found)) return fromTools([found as unknown as Tool], fallbackName);
  const { apiVersion, name, setup, tools } = found;
  if (apiVersion === undefined && setup === undefined && tools === undefined) {
    throw new Error("its default export is not a plugin, a tool or a list of tools");
  }
  if (typeof apiVersion !== "number") throw new Error(`it has no apiVersion (this mm speaks ${API_VERSION})`);
  if (apiVersion > API_VERSION) {
    throw new Error(`it needs plugin API ${apiVersion} and this mm speaks ${API_VERSION}; update mm`);
  }
  if (!Number.isInteger(apiVersion) || apiVersion < 1)
    throw new Error(`its apiVersion ${apiVersion} does not exist`);
  if (typeof name !== "string" || name.trim() === "") throw new Error("it has no name");
  if (typeof setup === "function") return found as unknown as Plugin;
  const rest = found as unknown as Plugin;
  if (Array.isArray(tools)) return { ...rest, setup: () => ({ tools: tools as Tool[] }) };
  if (typeof tools !== "function") throw new Error("it has no setup function");
  const give = tools as (session: PluginSession) => readonly Tool[] | Promise<readonly Tool[]>;
  return { ...rest, setup: async (session) => ({ tools: await give(session) }) };
}

function unwrap(module: unknown): unknown {
  let at = module;
  // A CommonJS build arrives as a default inside the default.
  for (let depth = 0; depth < 2 && isFields(at) && "default" in at && !isPluginLike(at); depth++)
    at = at["default"];
  return at;
}

function fromTools(tools: readonly Tool[], name: string): Plugin {
  return { apiVersion: API_VERSION, name, setup: () => ({ tools }) };
}

function isPluginLike(value: Fields): boolean {
  return "apiVersion" in value || isToolLike(value);
}

function isToolLike(value: Fields): boolean {
  return typeof value["run"] === "function" && "input" in value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
