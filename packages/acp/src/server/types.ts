import type { Client } from "../client/client.js";
import type { ClientCan } from "../client/capabilities.js";
import type { AcpSession, OpenAcpSession } from "../session/types.js";

/** What the handlers of one connection share. */
export interface Server {
  readonly options: ServerOptions;
  readonly sessions: Map<string, AcpSession>;
  /** Set by `initialize`. */
  can: ClientCan;
  /** After `logout`, until `authenticate`. */
  loggedOut: boolean;
  client(): Client;
}

export interface ServerOptions {
  runtime(): Promise<OpenAcpSession["runtime"]>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The config file that the command line named. */
  readonly config?: string | undefined;
  readonly version: string;
  /** The folder mm was started in: where `authenticate` looks for a configuration. Sessions have their own. */
  readonly cwd: string;
  /** Offers what the protocol still calls unstable: `session/fork`. */
  readonly unstable: boolean;
}
