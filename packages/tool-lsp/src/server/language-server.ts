import { mergeOptions } from "../config/merge.js";
import type { ResolvedServer } from "../config/types.js";
import { LspError } from "../protocol/lsp-error.js";
import type { Diagnostic, InitializeResult, ServerCapabilities, WorkspaceEdit } from "../protocol/types.js";
import type { Encoding } from "../text/columns.js";
import { uriMapper, type UriMapper } from "../text/uri.js";
import { answerServer } from "./answer-server.js";
import { createDocuments, type Documents, type OpenDocument } from "./documents.js";
import { initializeParams, saveOf, syncKindOf } from "./initialize.js";
import { createPublications, type Publications } from "./publications.js";
import { createReadiness, type Readiness } from "./readiness.js";
import { createRegistrations, type FileEvent, type Registrations } from "./registrations.js";
import { connectRpc, type RequestOptions, type Rpc } from "./rpc.js";
import { spawnServer, type ServerProcess } from "./spawn-server.js";
import { stopServer } from "./stop-server.js";

export interface LanguageServerOptions {
  readonly spec: ResolvedServer;
  /** The folder the server works in. */
  readonly root: string;
  readonly readText: (path: string, signal?: AbortSignal) => Promise<string>;
  readonly log: (message: string) => void;
  /** Milliseconds for the start. */
  readonly startMs: number;
  readonly maxOpen: number;
  /** Aborted when the start is not wanted any more. */
  readonly signal: AbortSignal;
}

const EVENT_NUMBER: Record<FileEvent, number> = { created: 1, changed: 2, deleted: 3 };

/** A server whose compiler crashed answers with nothing just before it ends itself. */
const DYING_MS = 250;

/** One language server process: from its start to its end. Made by `LanguageServerPool`. */
export class LanguageServer {
  readonly name: string;
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly startedAt = Date.now();
  readonly uris: UriMapper;
  readonly readiness: Readiness;
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
  #ticks = 0;
  #worldAt = 0;
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
    const { ready } = spec.preset;
    this.readiness = createReadiness(typeof ready === "function" ? ready({ root, file: spec.file, trusted: spec.trusted }) : ready);
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

  /** The message count at which the server last heard of a change of another file. */
  get worldAt(): number {
    return this.#worldAt;
  }

  /** The message count now. */
  get tick(): number {
    return this.#ticks;
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
    const { spec, root, startMs, signal } = this.#options;
    try {
      this.#process = await spawnServer({ file: spec.file, args: spec.args, cwd: root, env: spec.env });
    } catch (error) {
      throw new LspError("start", `could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
    void this.#process.ended.then((how) => this.#die(how));
    try {
      this.#rpc = await connectRpc(this.#process.stdout, this.#process.stdin, {
        request: (method, params) => this.#answer(method, params),
        notification: (method, params) => this.#hear(method, params),
        broken: (reason) => this.#breakDown(reason),
      });
      const preset = spec.preset.optionsFor?.({ root, file: spec.file, trusted: spec.trusted });
      const options = mergeOptions(mergeOptions(spec.preset.initializationOptions, preset), spec.initializationOptions);
      const params = initializeParams(root, this.uris, options);
      const result = await this.#rpc.request<InitializeResult>("initialize", params, { timeoutMs: startMs, signal });
      this.capabilities = result.capabilities ?? {};
      this.encoding = encodingOf(result);
      this.#documents = createDocuments({
        encoding: this.encoding,
        syncKind: syncKindOf(this.capabilities),
        save: saveOf(this.capabilities),
        languageIds: spec.languageIds,
        readText: this.#options.readText,
        toUri: this.uris.toUri,
        notify: (method, body) => this.notify(method, body),
        tick: () => ++this.#ticks,
        maxOpen: this.#options.maxOpen,
      });
      this.notify("initialized", {});
      if (Object.keys(spec.settings ?? {}).length > 0) {
        this.notify("workspace/didChangeConfiguration", { settings: spec.settings });
      }
    } catch (error) {
      // The exit that follows a broken pipe says more than the broken pipe.
      const how = await Promise.race([this.#process.ended, new Promise<undefined>((done) => setTimeout(() => done(undefined), 300))]);
      const reason = how ?? (error instanceof Error ? error.message : String(error));
      const tail = this.#process.stderrTail(5);
      this.#die(reason);
      this.#process.kill("SIGKILL");
      throw new LspError("start", `could not be started: ${reason}${tail ? `\n${tail}` : ""}`);
    }
  }

  #answer(method: string, params: unknown): unknown {
    return answerServer(
      {
        settings: this.spec.settings,
        folders: [{ uri: this.uris.toUri(this.root), name: this.root.split(/[\\/]/u).at(-1) ?? "root" }],
        registrations: this.registrations,
        takeEdit: (edit) => {
          this.editSink?.(edit);
          return this.editSink !== undefined;
        },
      },
      method,
      params,
    );
  }

  #hear(method: string, params: unknown): void {
    const fields = (params ?? {}) as Record<string, unknown>;
    if (method === "$/progress") this.readiness.progress(fields["token"] as string, (fields["value"] ?? {}) as object);
    else if (method === "experimental/serverStatus") this.readiness.status(fields);
    else if (method === "textDocument/publishDiagnostics") {
      const path = this.uris.toPath(String(fields["uri"]));
      const version = typeof fields["version"] === "number" ? fields["version"] : undefined;
      const sentAt = this.#documents?.get(path)?.sentAt ?? 0;
      const list = (fields["diagnostics"] ?? []) as readonly Diagnostic[];
      this.publications.put(path, list, version, ++this.#ticks, sentAt);
    } else if (method === "window/logMessage" || method === "window/showMessage") {
      const message = String(fields["message"] ?? "");
      this.#options.log(`${this.name}: ${message}`);
      this.readiness.log(message);
      if (this.spec.preset.broken?.test(message)) this.#breakDown(message.split("\n", 1)[0] ?? "broke down");
    }
  }

  #breakDown(reason: string): void {
    // A process that is just ending says why itself, a moment later.
    setTimeout(() => {
      this.#die(reason);
      this.#process.kill("SIGKILL");
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
    const events: { uri: string; type: number }[] = [];
    const tell = (path: string, event: FileEvent): boolean => {
      if (!this.registrations.watches(path, event)) return false;
      events.push({ uri: this.uris.toUri(path), type: EVENT_NUMBER[event] });
      return true;
    };
    const changes = this.#changes;
    this.#changes = new Map();
    for (const path of await this.#documents.refresh(signal)) {
      changes.delete(path);
      tell(path, "changed");
    }
    const unseen: string[] = [];
    for (const [path, event] of changes) {
      if (!tell(path, event) && event !== "deleted" && this.#handles(path)) unseen.push(path);
    }
    if (events.length > 0) this.notify("workspace/didChangeWatchedFiles", { changes: events });
    // A server that watches nothing learns of a change only by being shown the file.
    if (events.length + unseen.length > 0) this.#worldAt = ++this.#ticks;
    for (const path of unseen) await this.#documents.ensure(path, signal).catch(() => undefined);
  }

  #handles(path: string): boolean {
    return this.spec.extensions.some((extension) => path.endsWith(extension));
  }
}

function encodingOf(result: InitializeResult): Encoding {
  const stated = result.capabilities?.positionEncoding ?? result.offsetEncoding;
  return stated === "utf-8" || stated === "utf-32" ? stated : "utf-16";
}
