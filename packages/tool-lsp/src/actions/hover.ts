import type { Result } from "@mm-agent/core";
import type { Hover, MarkedString } from "../protocol/types.js";
import { askPlaces } from "../tool/ask-places.js";
import { failure, failureOf } from "../tool/failure.js";
import { findPlaces } from "../tool/find-places.js";
import { placeText } from "../tool/place-text.js";
import type { Call } from "../tool/types.js";
import { indexingNote, withServer } from "../tool/with-server.js";

/** The server's text about a symbol: signature, type, documentation. */
export function hover(call: Call): Promise<Result> {
  return withServer(
    call,
    { capability: "hoverProvider", method: "textDocument/hover" },
    async ({ server, ready, document }) => {
      const places = findPlaces(call, document);
      if (!places.ok) return places.result;
      const answer = await askPlaces<string>(call, server, document, places.value, {
        method: "textDocument/hover",
        read(raw) {
          const text = raw ? hoverText((raw as Hover).contents) : "";
          return text === "" ? undefined : text;
        },
        // What a module name says about itself is rarely what was asked.
        defer: (text) => places.value.length > 1 && /^(?:```\w*\s*)?\((?:module|package)\)/u.test(text),
      });
      if (answer.kind === "error") return failureOf(answer.error, server.name, call.action);
      if (answer.kind === "nothing") {
        const none = failure(
          "not_found",
          `no hover found for the symbol at ${placeText(call, document, answer.place)}`,
        );
        return { ...none, text: none.text + indexingNote(ready) };
      }
      return {
        text: answer.value + indexingNote(ready),
        display: [{ type: "markdown", text: answer.value }],
      };
    },
  );
}

/** Text of every form `contents` has had; images inlined as data are left out. */
function hoverText(contents: Hover["contents"]): string {
  const parts = Array.isArray(contents)
    ? (contents as readonly MarkedString[])
    : [contents as MarkedString | { readonly value: string }];
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "language" in part ? `\`\`\`${part.language}\n${part.value}\n\`\`\`` : part.value;
    })
    .filter((part) => part.trim() !== "")
    .join("\n\n")
    .replace(/!\[[^\]]*\]\(data:[^)]*\)/gu, "")
    .trim();
}
