import type { MmEvent } from "@mm-agent/core";
import type { Format } from "./formats.js";

/** `stream-json`: every event as one line of JSON, as it happens. The texts of whole files are left out. */
export const streamJsonFormat: Format = (out, _session, redactor) => ({
  event: (event) => out.stdout(`${JSON.stringify(redactor.value(withoutContents(event)))}\n`),
  end: () => {},
});

/** `before` and `after` of a change are for memory and editors; the patch says the same in short. */
function withoutContents(event: MmEvent): unknown {
  return JSON.parse(
    JSON.stringify(event, (key, value: unknown) => (key === "before" || key === "after" ? undefined : value)),
  );
}
