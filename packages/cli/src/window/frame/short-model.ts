/** How a path begins, and how files of models and scripts end; names such as `openai/gpt-5` are neither. */
const FILE = /^(?:\.{0,2}[/\\]|~[/\\]|[a-z]:[/\\])|\.(?:json|ya?ml|gguf)$/i;

/** The model as people call it: of one that is a file, the file's name without its folders. */
export function shortModel(model: string): string {
  return FILE.test(model) ? (model.split(/[/\\]/).findLast((part) => part !== "") ?? model) : model;
}
