import type { Result } from "@mm-agent/core";
import { askPlaces } from "../tool/ask-places.js";
import { failure, failureOf } from "../tool/failure.js";
import { findPlaces } from "../tool/find-places.js";
import { readSpots, renderSpots, type Spot } from "../tool/locations.js";
import { placeText } from "../tool/place-text.js";
import type { Call } from "../tool/types.js";
import { blindNote, indexingNote, withServer } from "../tool/with-server.js";

/** Every use of a symbol, the declaration included. */
export function references(call: Call): Promise<Result> {
  return withServer(
    call,
    { capability: "referencesProvider", method: "textDocument/references" },
    async ({ server, ready, document }) => {
      const places = findPlaces(call, document);
      if (!places.ok) return places.result;
      const includeDeclaration = call.input.include_declaration ?? true;
      const answer = await askPlaces<Spot[]>(call, server, document, places.value, {
        method: "textDocument/references",
        params: { context: { includeDeclaration } },
        read(raw) {
          const spots = readSpots(raw, server);
          return spots.length > 0 ? spots : undefined;
        },
        thin: (spots) => spots.every((spot) => spot.path === call.path),
      });
      if (answer.kind === "error") return failureOf(answer.error, server.name, call.action);
      if (answer.kind === "nothing") {
        const none = failure(
          "not_found",
          `no references found for the symbol at ${placeText(call, document, answer.place)}`,
        );
        return { ...none, text: none.text + indexingNote(ready) + blindNote(server) };
      }
      const spots = answer.value;
      const { limit } = call.input;
      const asked = limit !== undefined && limit > 0 ? spots.slice(0, limit) : spots;
      const rendered = await renderSpots(
        call,
        server,
        asked,
        answer.place.name,
        call.ctx.limits.maxOutput - 200,
      );
      const head = `${spots.length} reference(s):`;
      const hidden = spots.slice(rendered.lines.length);
      const rest =
        hidden.length > 0
          ? `\n… ${hidden.length} more in ${new Set(hidden.map((spot) => spot.path)).size} file(s)`
          : "";
      return {
        text: [head, ...rendered.lines].join("\n") + rest + indexingNote(ready) + blindNote(server),
        locations: rendered.shown,
      };
    },
  );
}
