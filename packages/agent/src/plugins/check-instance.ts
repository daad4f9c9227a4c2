import type { Command, PluginInstance, Tool } from "@mm-agent/core";

const KINDS = ["read", "search", "fetch", "think", "ask", "edit", "delete", "move", "execute", "other"];
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** What is wrong with what a plugin's `setup` gave back; undefined when it can be used. */
export function checkInstance(instance: unknown): string | undefined {
  if (typeof instance !== "object" || instance === null) return "its setup gave nothing back";
  const { tools, absent, commands, hooks, context, dispose } = instance as Partial<PluginInstance>;
  if (!Array.isArray(tools)) return "its setup gave no list of tools";
  const seen = new Set<string>();
  for (const tool of tools as unknown[]) {
    const wrong = checkTool(tool);
    if (wrong !== undefined) return wrong;
    const { name } = tool as Tool;
    if (seen.has(name)) return `it declares the tool ${name} twice`;
    seen.add(name);
  }
  if (absent !== undefined && !Array.isArray(absent)) return '"absent" is not a list';
  if (commands !== undefined) {
    if (!Array.isArray(commands)) return '"commands" is not a list';
    const wrong = (commands as unknown[]).map(checkCommand).find((text) => text !== undefined);
    if (wrong !== undefined) return wrong;
  }
  if (hooks !== undefined && (typeof hooks !== "object" || hooks === null)) return '"hooks" is not an object';
  if (context !== undefined && typeof context !== "string") return '"context" is not a text';
  if (dispose !== undefined && typeof dispose !== "function") return '"dispose" is not a function';
  return undefined;
}

function checkTool(tool: unknown): string | undefined {
  if (typeof tool !== "object" || tool === null) return "one of its tools is not an object";
  const { name, kind, description, input, run } = tool as Partial<Tool>;
  if (typeof name !== "string" || !NAME.test(name)) {
    return `the tool name ${JSON.stringify(name)} is not made of 1 to 64 letters, digits, _ and -`;
  }
  if (!KINDS.includes(kind as string)) {
    return `the tool ${name} has the kind ${JSON.stringify(kind)}, which is not one of ${KINDS.join(", ")}`;
  }
  if (typeof description !== "string") return `the tool ${name} has no description`;
  if (typeof input !== "object" || input === null || input.type !== "object") {
    return `the input of the tool ${name} is not a JSON Schema with type "object"; make the tool with defineTool`;
  }
  return typeof run === "function" ? undefined : `the tool ${name} has no run function`;
}

function checkCommand(command: unknown): string | undefined {
  const { name, description, run } = (command ?? {}) as Partial<Command>;
  if (typeof name !== "string" || !/^[^\s/]+$/.test(name))
    return `the command name ${JSON.stringify(name)} is not one word`;
  if (typeof description !== "string") return `the command /${name} has no description`;
  return typeof run === "function" ? undefined : `the command /${name} has no run function`;
}
