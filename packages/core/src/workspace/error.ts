import type { WorkspaceErrorCode } from "./types.js";

/** A refusal by the workspace. `message` is a text for a model: it names the path and says what to do, without error codes. */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";

  constructor(
    readonly code: WorkspaceErrorCode,
    /** Absolute path the refusal is about. */
    readonly path: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const TEXTS: Record<string, readonly [WorkspaceErrorCode, string]> = {
  ENOENT: ["not_found", "does not exist"],
  ENOTDIR: ["not_found", "does not exist: a part of its path is a file, not a folder"],
  EISDIR: ["unsupported", "is a folder, not a file"],
  EEXIST: ["conflict", "exists already"],
  ELOOP: ["unsupported", "is a loop of symbolic links"],
  EACCES: ["denied", "may not be accessed: permission denied"],
  EPERM: ["denied", "may not be accessed: operation not permitted"],
  EROFS: ["denied", "is on a read-only file system"],
  ENOSPC: ["failed", "could not be written: no space left on the disk"],
  EDQUOT: ["failed", "could not be written: the disk quota is used up"],
  EFBIG: ["too_large", "is too large for the file system"],
  EMFILE: ["failed", "could not be opened: too many open files"],
  ENAMETOOLONG: ["unsupported", "has a name that is too long"],
  EBUSY: ["failed", "is in use by something else"],
  ETXTBSY: ["failed", "is a program that is running"],
  ENXIO: ["unsupported", "is not a regular file"],
  EINVAL: ["unsupported", "has a name that the file system does not accept"],
  EILSEQ: ["unsupported", "has a name that the file system does not accept"],
  ENOTEMPTY: ["unsupported", "is a folder, not a file"],
};

/** Turns a file system error into a `WorkspaceError` that says what is wrong with `shown`; aborts pass through. */
export function explain(error: unknown, path: string, shown: string): Error {
  if (error instanceof WorkspaceError) return error;
  const code = errorCode(error);
  if (error instanceof Error && (error.name === "AbortError" || code === "ABORT_ERR")) return error;
  const known = TEXTS[code];
  if (known) return new WorkspaceError(known[0], path, `${shown} ${known[1]}`, { cause: error });
  return new WorkspaceError("failed", path, `${shown} could not be accessed`, { cause: error });
}

/** The system's code of an error (`ENOENT`), or an empty string. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
