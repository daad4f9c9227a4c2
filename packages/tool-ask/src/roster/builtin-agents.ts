import type { Agent } from "./types.js";

const NEVER_CHANGE = "You have tools that read and search, and none that change anything.";

/** The agents of `agents.builtin: true`: this session's model and settings, with tools that only look. */
export const BUILTIN_AGENTS: readonly Agent[] = [
  {
    name: "explore",
    purpose: "Looks around in the code and answers a question about it, without changing anything.",
    launch: { kind: "mm" },
    inspect: true,
    preamble: `You explore a code base for another agent. ${NEVER_CHANGE} Answer the question below with what you found: names, files with line numbers, and how the parts work together. Say what you could not find. Be brief.`,
  },
  {
    name: "plan",
    purpose: "Reads the code and writes a step-by-step plan for a change, without making it.",
    launch: { kind: "mm" },
    inspect: true,
    preamble: `You plan a change for another agent that will make it. ${NEVER_CHANGE} Read what the task below touches, then answer with the plan: the steps in order, each with its files and what is to be changed there, then how to check the result. Name risks and open questions.`,
  },
  {
    name: "review",
    purpose:
      "Reviews changes, by default those that are not committed yet, and lists what is wrong with them.",
    launch: { kind: "mm" },
    inspect: true,
    withDiff: true,
    preamble: `You review a change for another agent. ${NEVER_CHANGE} Read the code around the change before you judge. List what is wrong, the gravest first, each with file and line, why it is wrong and how to mend it. Leave taste out. When nothing is wrong, say so.`,
  },
];
