// Texts that the model and the person read; those in the spec are word for word.

export function unknownAgent(name: string, names: readonly string[]): string {
  return `[ask_agent: unknown agent ${JSON.stringify(name)} — agents: ${names.join(", ")}]`;
}

export function emptyPrompt(agent: string): string {
  return `[ask_agent: the prompt is empty — say what ${agent} must do]`;
}

export function failed(agent: string, reason: string): string {
  return `[ask_agent: ${agent} failed: ${reason}]`;
}

export function noAnswer(agent: string): string {
  return `[ask_agent: ${agent} gave no answer]`;
}

export function stopped(agent: string, reason: string): string {
  return `[ask_agent: ${agent} stopped before finishing: ${reason}]`;
}

export function tooDeep(levels: number): string {
  return `[ask_agent: agents ask agents at most ${levels} levels deep (MM_ASK_DEPTH) — do this yourself with your own tools]`;
}

export function answered(agent: string, text: string): string {
  return `${agent} answered (${text.length} characters)`;
}

export function silentFor(ms: number): string {
  return `no sign of life for ${Math.round(ms / 100) / 10} s (watchdogTimeout)`;
}
