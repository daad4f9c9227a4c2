import type { Script } from "@mm-agent/agent/testing";

const TEST = "node --test 2>&1";

/**
 * What the scripted model of the demo does. It is no recording: every tool really runs, and an expectation that is not
 * met ends the demo with an error.
 */
export const SCRIPT: Script = {
  turns: [
    { text: "I'll run the tests first.", tools: [{ name: "bash", input: { command: TEST } }] },
    {
      expect: { result: "/pads the seconds[^]*fail 1/" },
      text: "One test fails: the seconds are not padded. I'll look at the code.",
      tools: [{ name: "read_file", input: { path: "src/duration.js" } }],
    },
    {
      expect: { result: "return `${minutes}:${rest}`;" },
      text: "There it is: the branch without hours forgets `pad`.",
      tools: [
        {
          name: "edit_file",
          input: {
            path: "src/duration.js",
            edits: [{ old: "return `${minutes}:${rest}`;", new: "return `${minutes}:${pad(rest)}`;" }],
          },
        },
      ],
    },
    {
      expect: { result: "1 edit applied" },
      text: "Fixed. I'll check.",
      tools: [{ name: "bash", input: { command: TEST } }],
    },
    {
      expect: { result: "/pass 2[^]*fail 0/" },
      text: "Done. `formatDuration` now pads the seconds when there are no hours (src/duration.js:7), and both tests pass.",
    },
  ],
};
