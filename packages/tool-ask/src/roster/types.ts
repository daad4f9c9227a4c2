/** An agent that can be asked. */
export interface Agent {
  readonly name: string;
  /** What the model reads about it. */
  readonly purpose: string;
  readonly yolo?: boolean;
  readonly launch: MmLaunch | CommandLaunch;
  /** Only looks, whatever a call asks for. */
  readonly inspect?: boolean;
  /** Put before every prompt. */
  readonly preamble?: string;
  /** The work tree's changes are put before the prompt. */
  readonly withDiff?: boolean;
}

/** Another mm. Without a config file it is like this one: its model and its settings. */
interface MmLaunch {
  readonly kind: "mm";
  /** Absolute. */
  readonly config?: string;
  /** As the file names them; absent: as in the session that asks. */
  readonly provider?: string;
  readonly model?: string;
  /** The strictest mode that the file itself asks for. */
  readonly mode?: "ask" | "plan";
}

/** Any other agent that speaks the Agent Client Protocol on stdin and stdout. */
interface CommandLaunch {
  readonly kind: "command";
  readonly command: readonly string[];
  /** Names of variables that it gets although they hold provider keys. */
  readonly env: readonly string[];
}

export interface Roster {
  /** Sorted by name. */
  readonly agents: readonly Agent[];
  /** For the person, each a whole sentence. */
  readonly problems: readonly string[];
}
