import { truncateToWidth } from "@earendil-works/pi-tui";
import type { Window } from "./window.js";

/** What stands in the shell once the person has left: the end of the conversation, and how it goes on. */
export function farewell({ transcript, session, options }: Window, width: number, rows: number): string[] {
  const talked = (session?.messages().length ?? 0) > 0;
  // The shell's prompt and one row above it stay on the screen.
  const tail = transcript.tail(width, Math.max(1, rows - (talked ? 4 : 2)));
  if (!talked) return [...tail];
  return [
    ...tail,
    "",
    options.theme.dim(truncateToWidth("mm --continue goes on with this conversation", width, "…")),
  ];
}
