import type { Location, Result } from "@mm-agent/core";
import type { CallHierarchyItem, Range } from "../protocol/types.js";
import { ask } from "../server/ask.js";
import { askPlaces } from "../tool/ask-places.js";
import { failure, failureOf } from "../tool/failure.js";
import { findPlaces } from "../tool/find-places.js";
import { renderSpots, sortSpots } from "../tool/locations.js";
import { placeText } from "../tool/place-text.js";
import { symbolKind } from "../tool/symbol-kinds.js";
import type { Call } from "../tool/types.js";
import { blindNote, indexingNote, withServer } from "../tool/with-server.js";

interface CallEdge {
  readonly from?: CallHierarchyItem;
  readonly to?: CallHierarchyItem;
  readonly fromRanges: readonly Range[];
}

/** `incoming_calls` and `outgoing_calls`: the functions at the other end, one line each. */
export function calls(call: Call): Promise<Result> {
  const incoming = call.action === "incoming_calls";
  return withServer(
    call,
    { capability: "callHierarchyProvider", method: "textDocument/prepareCallHierarchy" },
    async ({ server, ready, document }) => {
      const places = findPlaces(call, document);
      if (!places.ok) return places.result;
      const answer = await askPlaces<CallHierarchyItem>(call, server, document, places.value, {
        method: "textDocument/prepareCallHierarchy",
        read: (raw) => (Array.isArray(raw) ? (raw[0] as CallHierarchyItem | undefined) : undefined),
      });
      if (answer.kind === "error") return failureOf(answer.error, server.name, call.action);
      if (answer.kind === "nothing")
        return failure("not_found", `no function found at ${placeText(call, document, answer.place)}`);
      const edges = await ask<readonly CallEdge[] | null>(
        server,
        incoming ? "callHierarchy/incomingCalls" : "callHierarchy/outgoingCalls",
        { item: answer.value },
        { signal: call.ctx.signal, timeoutMs: call.session.limits.requestMs },
      );
      const rows: string[] = [];
      const shown: Location[] = [];
      for (const edge of edges ?? []) {
        const end = incoming ? edge.from : edge.to;
        if (!end) continue;
        const path = server.uris.toPath(end.uri);
        // Calls stand in the caller's file: for outgoing ones that is the file asked about.
        const ranges = incoming ? edge.fromRanges : [end.selectionRange];
        const spots = sortSpots(ranges.map((range) => ({ path, range })));
        const rendered = await renderSpots(call, server, spots, "", call.ctx.limits.maxOutput);
        rows.push(
          ...rendered.lines.map(
            (line) => `${line}  (${incoming ? "in " : ""}${symbolKind(end.kind)} ${end.name})`,
          ),
        );
        shown.push(...rendered.shown);
      }
      const head = `${rows.length} ${incoming ? "incoming call(s) of" : "function(s) called by"} ${answer.value.name}:`;
      return {
        text:
          (rows.length > 0 ? [head, ...rows].join("\n") : head.replace(/:$/u, "")) +
          indexingNote(ready) +
          (incoming ? blindNote(server) : ""),
        locations: shown,
      };
    },
  );
}
