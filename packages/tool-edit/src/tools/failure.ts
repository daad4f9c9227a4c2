import { WorkspaceError } from "@mm-agent/core";
import type { Plan, Result } from "@mm-agent/core";

/** The workspace's refusal as a result for the model; every other error goes on. */
export function failureOf(error: unknown): Result {
  if (error instanceof WorkspaceError) return { ok: false, code: error.code, text: error.message };
  throw error;
}

/** A plan that ends in the refusal of the workspace. */
export function refusedPlan(title: string, error: unknown): Plan {
  return { title, refuse: failureOf(error) };
}

export function missingFile(path: string): Result {
  return { ok: false, code: "not_found", text: `${path} does not exist. Create it with write_file` };
}
