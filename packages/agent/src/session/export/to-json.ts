import type { Usage } from "@mm-agent/core";
import type { UserBlock } from "../../provider/types.js";
import type { LoadedSession } from "../archive.js";
import { fillCalls } from "../fill-calls.js";
import type { SessionRecord } from "../records.js";
import type { SessionError } from "../types.js";

/** A session as one document: everything that was said and done, also what a compaction took out of the model's sight. */
export interface SessionExport {
  readonly format: 1;
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  readonly provider: string;
  readonly model: string;
  readonly startedAt: string;
  readonly changedAt: string;
  readonly messages: readonly ExportMessage[];
  readonly usage: Usage;
  readonly errors: readonly SessionError[];
}

export type ExportMessage = { readonly at: string } & (
  | { readonly role: "user"; readonly text: string; readonly attachments?: readonly string[] }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly thoughts?: string;
      readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
      readonly usage?: Usage;
      readonly partial?: boolean;
    }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly tool: string;
      readonly title: string;
      readonly input: unknown;
      readonly ok: boolean;
      readonly code?: string;
      readonly text: string;
      readonly patches?: readonly {
        readonly path: string;
        readonly patch: string;
        readonly added: number;
        readonly removed: number;
      }[];
      readonly ms: number;
    }
  | { readonly role: "summary"; readonly text: string }
);

export function toJson(session: LoadedSession): SessionExport {
  const { id, title, cwd, provider, model, startedAt, usage, errors, records } = session;
  return {
    format: 1,
    id,
    title,
    cwd,
    provider,
    model,
    startedAt,
    changedAt: records.at(-1)?.at ?? startedAt,
    messages: fillCalls(records).flatMap((record) => toMessage(record) ?? []),
    usage,
    errors,
  };
}

function toMessage(record: SessionRecord): ExportMessage | undefined {
  const { at } = record;
  switch (record.type) {
    case "user": {
      const texts = record.blocks.map((block) =>
        block.type === "text" ? block.text : `[image ${block.mimeType}]`,
      );
      const text = record.prompt ?? texts.join("\n");
      const attachments = record.prompt === undefined ? [] : attachmentsOf(record.blocks, record.prompt);
      return { role: "user", at, text, ...(attachments.length > 0 ? { attachments } : {}) };
    }
    case "assistant": {
      const text = record.blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
      const thoughts = record.blocks.map((block) => (block.type === "thought" ? block.text : "")).join("");
      const calls = record.blocks.flatMap((block) =>
        block.type === "call" ? [{ id: block.id, name: block.name, arguments: block.arguments }] : [],
      );
      return {
        role: "assistant",
        at,
        text,
        ...(thoughts === "" ? {} : { thoughts }),
        ...(calls.length > 0 ? { calls } : {}),
        ...(record.usage ? { usage: record.usage } : {}),
        ...(record.partial === true ? { partial: true } : {}),
      };
    }
    case "tool": {
      const { callId, tool, title, input, ok, code, text, patches, ms } = record;
      return {
        role: "tool",
        at,
        callId,
        tool,
        title,
        input,
        ok,
        ...(code === undefined ? {} : { code }),
        text,
        ...(patches ? { patches } : {}),
        ms,
      };
    }
    case "compaction":
      return { role: "summary", at, text: record.summary };
    default:
      return undefined;
  }
}

function attachmentsOf(blocks: readonly UserBlock[], prompt: string): string[] {
  return blocks.flatMap((block) => {
    if (block.type === "image") return [`[image ${block.mimeType}]`];
    return block.text === prompt ? [] : [block.text];
  });
}
