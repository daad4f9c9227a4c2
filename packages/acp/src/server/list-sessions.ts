import { isAbsolute } from "node:path";
import { RequestError, type ListSessionsRequest, type ListSessionsResponse } from "@agentclientprotocol/sdk";
import type { Server } from "./types.js";

const PAGE = 50;

/** Stored conversations, newest first: of one folder, or of all. One that was never used is not listed. */
export async function listSessions(
  server: Server,
  { cwd, cursor }: ListSessionsRequest,
): Promise<ListSessionsResponse> {
  const from = cursor === undefined || cursor === null ? 0 : readCursor(cursor);
  if (typeof cwd === "string" && !isAbsolute(cwd))
    throw RequestError.invalidParams({ cwd }, "cwd must be an absolute path");
  const { openArchive, openArchives } = await import("@mm-agent/agent");
  const { env } = server.options;
  const archives = typeof cwd === "string" ? [openArchive({ cwd, env })] : await openArchives(env);
  const found = (await Promise.all(archives.map((archive) => archive.list())))
    .flat()
    .filter(
      (info) => info.prompts > 0 && isAbsolute(info.cwd) && (typeof cwd !== "string" || info.cwd === cwd),
    )
    .toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : a.changedAt > b.changedAt ? -1 : 0));
  const next = from + PAGE;
  return {
    sessions: found.slice(from, next).map((info) => ({
      sessionId: info.id,
      cwd: info.cwd,
      updatedAt: info.changedAt,
      ...(info.title === "" ? {} : { title: info.title }),
    })),
    ...(next < found.length ? { nextCursor: Buffer.from(`from:${next}`).toString("base64url") } : {}),
  };
}

function readCursor(cursor: string): number {
  const from = /^from:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString("utf8"))?.[1];
  if (from === undefined) throw RequestError.invalidParams({ cursor }, "the cursor is not one of mm's");
  return Number(from);
}
