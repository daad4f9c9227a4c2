import { realpath } from "node:fs/promises";
import { WorkspaceError, type Ctx, type Result } from "@mm-agent/core";
import { slashes, withSlash } from "./slashes.js";

/** Where a call looks. */
export interface Target {
  readonly kind: "file" | "directory";
  /** Every link followed, absolute, with `/`. */
  readonly real: string;
  /** The session's folder, in the same form. */
  readonly home: string;
  /** As answers call it: relative to the session's folder, or absolute when outside. */
  readonly shown: string;
  /** What paths below begin with in answers: empty for the session's folder, else with a final `/`. */
  readonly prefix: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Finds what a model's `path` means. A refusal as a result when there is nothing, something that is neither file nor
 * folder, or a place outside the session's folder while `paths.confine` is on.
 */
export async function findTarget(
  tool: string,
  path: string,
  ctx: Ctx,
): Promise<Target | { readonly refuse: Result }> {
  const refuse = (code: NonNullable<Result["code"]>, text: string) => ({
    refuse: { ok: false, code, text: `[${tool}: ${text}]` },
  });
  try {
    const { abs, rel } = ctx.workspace.resolve(path);
    const found = await ctx.workspace.stat(path);
    if (!found) return refuse("not_found", `${rel} does not exist`);
    if (found.kind === "other")
      return refuse("unsupported", `${rel} is neither a file nor a folder; pipes and devices are not read`);
    const [real, home] = await Promise.all([realpath(abs), realpath(ctx.workspace.root)]);
    const shown = slashes(rel);
    return {
      kind: found.kind,
      real: slashes(real),
      home: slashes(home),
      shown,
      prefix: shown === "." ? "" : withSlash(shown),
      size: found.size,
    };
  } catch (error) {
    if (error instanceof WorkspaceError) return refuse(error.code, error.message);
    throw error;
  }
}
