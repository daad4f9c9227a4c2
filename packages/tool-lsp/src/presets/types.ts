/** How a server shows that its answers are complete. */
export type ReadySignal =
  /** Its first answer waits for everything it needs. */
  | { readonly kind: "none" }
  /** `$/progress` whose title or token matches has ended, or none began within `graceMs` of the first file. */
  | { readonly kind: "progress"; readonly match: RegExp; readonly graceMs: number }
  /** A `window/logMessage` that matches. */
  | { readonly kind: "log"; readonly pattern: RegExp }
  /** `experimental/serverStatus` with `quiescent: true`. */
  | { readonly kind: "status" }
  /** Nothing is known: every progress has ended, and thin answers of the first seconds are asked again. */
  | { readonly kind: "generic"; readonly graceMs: number };

/** How a server's diagnostics are had. */
export type DiagnosticsMode =
  /** Pull where the server offers it, else what it publishes. */
  | { readonly kind: "auto" }
  /** Three `typescript.tsserverRequest` commands. */
  | { readonly kind: "tsserver" };

export interface PresetContext {
  /** The folder the server works in. */
  readonly root: string;
  /** The program that will be started. */
  readonly file: string;
  /** False: nothing that the folder brings may be executed. */
  readonly trusted: boolean;
  /** Of the command line, where it is already known. */
  readonly args?: readonly string[];
}

/** What is known about one kind of language server. Everything can be overridden in the configuration. */
export interface Preset {
  /** Name in texts. */
  readonly name: string;
  /** Base names of the command, without `.cmd` and `.exe`. */
  readonly commands: readonly string[];
  /** Further condition on the arguments: `tsc` is a language server only with `--lsp`. */
  readonly needsArg?: string;
  readonly args: readonly string[];
  readonly extensions: readonly string[];
  /** `languageId` by extension where it is not the extension without its dot. */
  readonly languageIds?: Readonly<Record<string, string>>;
  /** Groups of files that mark a root; the nearest match of the first group that has one wins. */
  readonly rootMarkers: readonly (readonly string[])[];
  readonly initializationOptions?: unknown;
  /** Options that depend on the folder; merged over `initializationOptions`. */
  optionsFor?(context: PresetContext): unknown;
  readonly settings?: unknown;
  readonly ready: ReadySignal | ((context: PresetContext) => ReadySignal);
  readonly diagnostics: DiagnosticsMode;
  /** Why the server will know no file but the open ones; undefined when it knows the project. */
  openFilesOnly?(context: PresetContext): string | undefined;
  /** A `window/logMessage` after which the server's answers are worthless: it is ended and started again. */
  readonly broken?: RegExp;
  /** Server commands that do nothing but send an edit; only these are run for code actions. */
  readonly editCommands?: RegExp;
  /** A command that organises the imports of the file it is given; where the server's code action only sorts. */
  readonly organizeCommand?: string;
  /** Offered without configuration; false for servers that only make sense when asked for. */
  readonly offered: boolean;
  /** Whether the program found is really this server in a version that speaks LSP. */
  accepts?(context: PresetContext): boolean;
  /** What the program found lacks when `accepts` is false; undefined when it is simply another program. */
  lacks?(context: PresetContext): string | undefined;
}
