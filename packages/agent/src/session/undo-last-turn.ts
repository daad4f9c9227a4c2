import { createJournal, type UndoResult } from "@mm-agent/core";
import type { Conversation } from "./conversation.js";

/** Takes back the writes of the newest turn that still has some. Empty when there is none, or no journal. */
export async function undoLastTurn(
  conversation: Conversation,
  stateDir: string | undefined,
): Promise<readonly UndoResult[]> {
  if (stateDir === undefined) return [];
  const journals = conversation.journals.map((sessionId) => createJournal({ stateDir, sessionId }));
  const written = await Promise.all(
    journals.map(async (journal) => new Set((await journal.entries()).map((entry) => entry.callId))),
  );
  for (const calls of conversation.turns.toReversed()) {
    const results: UndoResult[] = [];
    for (const [index, journal] of journals.entries()) {
      const mine = calls.filter((callId) => written[index]?.has(callId));
      if (mine.length > 0) results.push(...(await journal.undo(mine)));
    }
    if (results.length > 0) return results;
  }
  return [];
}
