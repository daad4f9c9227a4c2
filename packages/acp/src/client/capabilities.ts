import type { ClientCapabilities } from "@agentclientprotocol/sdk";

/** What the client said it can do, reduced to the questions that mm asks. Anything not said is false. */
export interface ClientCan {
  /** Both file methods: with one of them alone, unsaved buffers and the disk would be mixed up. */
  readonly files: boolean;
  readonly terminal: boolean;
  readonly notices: boolean;
  readonly compaction: boolean;
  /** Shows output of the agent's own shell that comes in `_meta.terminal_output`. */
  readonly terminalOutput: boolean;
}

export function readCapabilities(caps: ClientCapabilities | undefined): ClientCan {
  const { _meta: meta } = caps ?? {};
  return {
    files: caps?.fs?.readTextFile === true && caps.fs.writeTextFile === true,
    terminal: caps?.terminal === true,
    notices: isGiven(caps?.session?.notices),
    compaction: isGiven(caps?.session?.compaction),
    terminalOutput: meta?.["terminal_output"] === true,
  };
}

function isGiven(capability: unknown): boolean {
  return capability !== undefined && capability !== null;
}
