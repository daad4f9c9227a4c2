import { expect, it } from "vitest";
import { createModes } from "./modes.js";

it("switches off what it switched on, in the mirror order, once", () => {
  const log: string[] = [];
  const modes = createModes({
    input: { setRawMode: (raw) => log.push(raw ? "raw" : "cooked") },
    write: (bytes) => void log.push(bytes),
  });
  modes.leave();
  modes.enter();
  modes.enter();
  modes.leave();
  modes.leave();
  expect(log).toEqual(["raw", "\x1b[?2004h\x1b[>1u", "\x1b[<u\x1b[?2004l", "cooked"]);
});
