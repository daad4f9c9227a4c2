import type { Result } from "@mm-agent/core";
import { askPlaces } from "../tool/ask-places.js";
import { failure, failureOf } from "../tool/failure.js";
import { findPlaces } from "../tool/find-places.js";
import { readSpots, renderSpots, textReader, type Spot } from "../tool/locations.js";
import type { Call } from "../tool/types.js";
import { indexingNote, withServer, type AtWork } from "../tool/with-server.js";
import { placeText } from "../tool/place-text.js";
import { textOf } from "../text/columns.js";

const METHODS = {
  definition: ["definitionProvider", "textDocument/definition"],
  implementation: ["implementationProvider", "textDocument/implementation"],
  type_definition: ["typeDefinitionProvider", "textDocument/typeDefinition"],
} as const;

/** `definition`, `implementation` and `type_definition`: one line per location. */
export function goTo(call: Call): Promise<Result> {
  const [capability, method] = METHODS[call.action as keyof typeof METHODS];
  return withServer(call, { capability, method }, (at) => locate(call, at, method));
}

async function locate(call: Call, { server, ready, document }: AtWork, method: string): Promise<Result> {
  const places = findPlaces(call, document);
  if (!places.ok) return places.result;
  const read = textReader(call, server);
  const answer = await askPlaces<Spot[]>(call, server, document, places.value, {
    method,
    read(raw) {
      const spots = readSpots(raw, server);
      return spots.length > 0 ? spots : undefined;
    },
    // A module name is answered with the start of its file: kept only when nothing better comes.
    async defer(spots, { name }) {
      const [spot] = spots;
      if (
        !spot ||
        spots.length > 1 ||
        name === "" ||
        spot.range.start.line > 0 ||
        spot.range.start.character > 0
      )
        return false;
      const text = await read(spot.path);
      return (
        text !== undefined &&
        textOf(text, spot.range, server.encoding) !== name &&
        !text.line(0).startsWith(name)
      );
    },
  });
  const what = call.action.replace("_", " ");
  if (answer.kind === "error") return failureOf(answer.error, server.name, call.action);
  if (answer.kind === "nothing") {
    const result = failure(
      "not_found",
      `no ${what} found for the symbol at ${placeText(call, document, answer.place)}`,
    );
    return { ...result, text: result.text + indexingNote(ready) };
  }
  const rendered = await renderSpots(
    call,
    server,
    answer.value,
    answer.place.name,
    call.ctx.limits.maxOutput - 200,
  );
  const rest = rendered.left > 0 ? `\n… ${rendered.left} more` : "";
  return { text: rendered.lines.join("\n") + rest + indexingNote(ready), locations: rendered.shown };
}
