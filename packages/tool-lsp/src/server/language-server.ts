import { basename } from "node:path";
import type { ResolvedServer } from "../config/types.js";
import { LspError } from "../protocol/lsp-error.js";
import type { Diagnostic, ServerCapabilities, WorkspaceEdit } from "../protocol/types.js";
import type { Encoding } from "../text/columns.js";
import { uriMapper, type UriMapper } from "../text/uri.js";
import { answerServer } from "./answer-server.js";
import { flushChanges } from "./flush-changes.js";
import { hearServer } from "./hear-server.js";
import { createDocuments, type Documents, type OpenDocument } from "./documents.js";
import { encodingOf, saveOf, syncKindOf } from "./initialize.js";
import { createPublications, type Publications } from "./publications.js";
import { createReadiness, type Readiness } from "./readiness.js";
import { createRegistrations, type FileEvent, type Registrations } from "./registrations.js";
import type { RequestOptions, Rpc } from "./rpc.js";
import type { ServerProcess } from "./spawn-server.js";
import { startServer, type StartOptions } from "./start-server.js";
import { stopServer } from "./stop-server.js";

export interface LanguageServerOptions extends StartOptions {
  readonly readText: (path: string, signal?: AbortSignal) => Promise<string>;
  readonly log: (message: string) => void;
  /** Files open at a time. */
  readonly maxOpen: number;
}

/** A server whose compiler crashed answers with nothing just before it ends itself. */
const DYING_MS = 250;

/** One language server process: from its start to its end. Made by `LanguageServerPool`. */
export class LanguageServer {
  readonly name: string;
  readonly root: string;
  /** When it was ready for requests; milliseconds since the epoch. */
  startedAt = Date.now();
  /** Counts the messages that decide what is newer than what. */
  tick = 0;
  /** The count at which the server last heard of a change on disk. */
  worldAt = 0;
  readonly uris: UriMapper;
  readonly readiness: Readiness;
  /** Why it knows no file but the open ones; undefined when it knows the project. */
  readonly blind: string | undefined;
  readonly registrations: Registrations;
  readonly publications: Publications = createPublications();
  /** Diagnostics the server gave when asked, by path. */
  readonly pulled = new Map<string, readonly Diagnostic[]>();
  capabilities: ServerCapabilities = {};
  encoding: Encoding = "utf-16";
  /** Takes the edits the server sends while a code action's command runs. */
  editSink: ((edit: WorkspaceEdit) => void) | undefined;
  /** True once it has answered a question about the project. */
  answered = false;
  /** Set when the process ended or its answers became worthless: why. */
  dead: string | undefined;
  readonly #options: LanguageServerOptions;
  #process!: ServerProcess;
  #rpc!: Rpc;
  #documents!: Documents;
  #queue: Promise<unknown> = Promise.resolve();
  #changes = new Map<string, FileEvent>();
  #onDeath: (() => void)[] = [];

  private constructor(options: LanguageServerOptions) {
    const { spec, root } = options;
    this.#options = options;
    this.name = spec.name;
    this.root = root;
    this.uris = uriMapper(root);
    this.registrations = createRegistrations(root, this.uris);
    const { preset, file, trusted, args } = spec;
    const context = { root, file, trusted, args };
    this.blind = preset.openFilesOnly?.(context);
    const { ready } = preset;
    this.readiness = createReadiness(typeof ready === "function" ? ready(context) : ready);
  }

  /** Starts the process and goes through the handshake. @throws {LspError} `start` with the end of its stderr. */
  static async start(options: LanguageServerOptions): Promise<LanguageServer> {
    const server = new LanguageServer(options);
    await server.#start();
    return server;
  }

  get spec(): ResolvedServer {
    return this.#options.spec;
  }

  get pid(): number {
    return this.#process.pid;
  }

  get documents(): Documents {
    return this.#documents;
  }

  stderrTail(lines: number): string {
    return this.#process.stderrTail(lines);
  }

  onDeath(listener: () => void): void {
    if (this.dead === undefined) this.#onDeath.push(listener);
    else listener();
  }

  /** True when the server offers the capability, from its start or registered later. */
  supports(capability: string, method: string): boolean {
    const stated = this.capabilities[capability];
    return (stated !== undefined && stated !== null && stated !== false) || this.registrations.has(method);
  }

  /** @throws {LspError} */
  async request<T>(method: string, params: unknown, options: RequestOptions): Promise<T> {
    if (this.dead !== undefined) throw new LspError("died", this.dead);
    try {
      return await this.#rpc.request<T>(method, params, options);
    } catch (error) {
      if (!(error instanceof LspError) || error.code !== "died") throw error;
      // The pipes close a moment before the process has ended; its exit code says more.
      await Promise.race([this.#process.ended, new Promise((done) => setTimeout(done, 500))]);
      this.#die(error.message);
      throw new LspError("died", this.dead ?? error.message);
    }
  }

  notify(method: string, params: unknown): void {
    void this.#rpc.notify(method, params);
  }

  /** Notes a change on disk; it is told to the server before the next request. */
  noteChange(path: string, event: FileEvent): void {
    const before = this.#changes.get(path);
    this.#changes.set(path, before === "created" && event === "changed" ? "created" : event);
  }

  /** Brings the server up to date with the disk, opens the file and gives what the server now knows of it. */
  prepare(path: string, signal?: AbortSignal): Promise<OpenDocument> {
    return this.#serial(async () => {
      await this.#flush(signal);
      const document = await this.#documents.ensure(path, signal);
      this.readiness.touch();
      return document;
    });
  }

  /** Brings the server up to date with the disk. */
  refresh(signal?: AbortSignal): Promise<void> {
    return this.#serial(() => this.#flush(signal));
  }

  /** Waits a moment and throws when the server turns out to be ending: then its last answer was worth nothing. */
  async confirmAlive(): Promise<void> {
    await Promise.race([this.#process.ended, new Promise((done) => setTimeout(done, DYING_MS))]);
    if (this.dead !== undefined) throw new LspError("died", this.dead);
  }

  /** `shutdown`, `exit`, then the process and everything it started. Never rejects. */
  async stop(): Promise<void> {
    if (this.dead !== undefined) return;
    const rpc = this.#rpc;
    this.#die("was stopped");
    await stopServer(this.#process, rpc);
  }

  async #start(): Promise<void> {
    const { process, rpc, result } = await startServer(this.#options, this.uris, {
      request: (method, params) => this.#answer(method, params),
      notification: (method, params) => this.#hear(method, params),
      broken: (reason) => this.#breakDown(reason),
    });
    this.#process = process;
    this.#rpc = rpc;
    void process.ended.then((how) => this.#die(how));
    this.capabilities = result.capabilities ?? {};
    this.encoding = encodingOf(result);
    const { languageIds, settings } = this.spec;
    this.#documents = createDocuments({
      encoding: this.encoding,
      syncKind: syncKindOf(this.capabilities),
      save: saveOf(this.capabilities),
      languageIds,
      readText: this.#options.readText,
      toUri: this.uris.toUri,
      notify: (method, body) => this.notify(method, body),
      tick: () => ++this.tick,
      maxOpen: this.#options.maxOpen,
    });
    this.startedAt = Date.now();
    this.notify("initialized", {});
    if (Object.keys(settings ?? {}).length > 0) this.notify("workspace/didChangeConfiguration", { settings });
  }

  #answer(method: string, params: unknown): unknown {
    const { registrations, root, uris } = this;
    const folders = [{ uri: uris.toUri(root), name: basename(root) }];
    const takeEdit = (edit: WorkspaceEdit): boolean => {
      this.editSink?.(edit);
      return this.editSink !== undefined;
    };
    return answerServer({ settings: this.spec.settings, folders, registrations, takeEdit }, method, params);
  }

  #hear(method: string, params: unknown): void {
    const { readiness, publications, uris } = this;
    const log = (message: string): void => {
      this.#options.log(`${this.name}: ${message}`);
      if (this.spec.preset.broken?.test(message)) this.#breakDown(message.split("\n", 1)[0] ?? "broke down");
    };
    hearServer(
      { readiness, publications, uris, documents: this.#documents, tick: () => ++this.tick, log },
      method,
      params,
    );
  }

  #breakDown(reason: string): void {
    // A process that is just ending says why itself, a moment later.
    setTimeout(() => {
      this.#die(reason);
      this.#process?.kill("SIGKILL");
    }, 100).unref();
  }

  #die(reason: string): void {
    if (this.dead !== undefined) return;
    this.dead = reason;
    if (reason !== "was stopped") this.#rpc?.dispose();
    for (const listener of this.#onDeath) listener();
  }

  #serial<T>(step: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(step);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  async #flush(signal?: AbortSignal): Promise<void> {
    const noted = this.#changes;
    this.#changes = new Map();
    const { root, registrations, uris } = this;
    const { extensions } = this.spec;
    const notify = (method: string, params: unknown): void => this.notify(method, params);
    const moved = await flushChanges(
      { root, documents: this.#documents, registrations, uris, extensions, notify },
      noted,
      signal,
    );
    if (moved) this.worldAt = ++this.tick;
  }
}
