import type { Runtime, Session } from "@mm-agent/agent";
import type { Answer, PermissionRequest } from "@mm-agent/core";
import type { Args } from "../args/parse-args.js";
import type { CompletionSource } from "./completion.js";
import { createProjectFiles } from "./project-files.js";

/** Opens the session, or goes on with the one that `--continue` or `--resume` names. */
export function startSession(
  runtime: Runtime,
  args: Args,
  ask: (request: PermissionRequest) => Promise<Answer>,
): ReturnType<Runtime["openSession"]> {
  const resume = args.flags.continue ? "latest" : args.flags.resume || undefined;
  return runtime.openSession({ ask, ...(resume === undefined ? {} : { resume }) });
}

/** What is sent at first: the prompt of the command line; `--resume` without an id lets the person choose, as the command does. */
export function firstLine(args: Args): string {
  return args.flags.resume === "" ? "/resume" : args.positionals.join(" ");
}

/** What can be completed: the session's commands, the folder's files. `changed`: new files have come. */
export function completionSource(
  cwd: string,
  session: () => Session | undefined,
  changed: () => void,
): CompletionSource {
  const files = createProjectFiles(cwd, changed);
  return { commands: () => session()?.commands ?? [], files: () => files.list() };
}
