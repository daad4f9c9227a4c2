import { expect, it } from "vitest";
import { checkAgents } from "./check-agents.js";

it("says of each agent whether it can be started", () => {
  const here = import.meta.filename;
  const agents = {
    coder: { config: here },
    gone: { config: "/no/such.yaml" },
    node: { command: [process.execPath, "x"] },
    gemini: { command: ["no-such-program", "--acp"] },
    both: { config: here, command: ["x"] },
  };
  expect(checkAgents(agents, "/usr/bin:/bin").map(({ status, text }) => `${status} ${text}`)).toEqual([
    `ok coder: ${here}`,
    "warn gone cannot be used; the warnings of the configuration say why",
    `ok node: ${process.execPath} x`,
    "warn gemini: there is no program no-such-program",
    "warn both cannot be used; the warnings of the configuration say why",
  ]);
});
