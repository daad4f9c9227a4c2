import type { ClientCapabilities } from "@agentclientprotocol/sdk";
import { AGENT_META } from "../updates/agent-meta.js";

/** What the client said it can do, reduced to the questions that mm asks. Anything not said is false. */
export interface ClientCan {
  /** Both file methods: with one of them alone, unsaved buffers and the disk would be mixed up. */
  readonly files: boolean;
  readonly terminal: boolean;
  readonly notices: boolean;
  readonly compaction: boolean;
  /** Shows output of the agent's own shell that comes in `_meta.terminal_output`. */
  readonly terminalOutput: boolean;
  /** Reads the path of an asked agent from `_meta`, so that its words need no name before them. */
  readonly agents: boolean;
}

export function readCapabilities(caps: ClientCapabilities | undefined): ClientCan {
  const { _meta: meta } = caps ?? {};
  return {
    files: caps?.fs?.readTextFile === true && caps.fs.writeTextFile === true,
    terminal: caps?.terminal === true,
    notices: isGiven(caps?.session?.notices),
    compaction: isGiven(caps?.session?.compaction),
    terminalOutput: meta?.["terminal_output"] === true,
    agents: meta?.[AGENT_META] === true,
  };
}

function isGiven(capability: unknown): boolean {
  return capability !== undefined && capability !== null;
}
