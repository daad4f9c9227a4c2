import { createRunawayGuard, type Runaway, type RunawayGuard } from "@mm-agent/core";

/**
 * A guard for the words of an answer. Tables, logs, rules and lists of numbers repeat themselves for pages, so far more
 * must be the same than in a tool call: 16,384 characters of one pattern of at most 1,024, or as much of one to three
 * characters, or two million characters in all.
 */
export function createProseGuard(): RunawayGuard {
  return createRunawayGuard({
    window: 16_384,
    shortest: 4,
    longest: 1024,
    shortRun: 16_384,
    maxChars: 2_000_000,
    stride: 1024,
  });
}

/** The text that ends a turn whose answer ran away. */
export function proseRunawayText(what: "text" | "thought", found: Runaway): string {
  const whose = what === "text" ? "answer" : "thinking";
  const why =
    found.reason === "repeats" ? "it repeats the same pattern" : "it exceeds two million characters";
  const sample = JSON.stringify(found.sample.slice(-64)).slice(1, -1);
  return `[error: the model's ${whose} ran away: ${why} (${found.chars} characters so far: ${sample}) — generation stopped; rephrase the request, or try another model]`;
}
