/** The shapes of the Language Server Protocol 3.17 and 3.18 that this package reads or writes. */

export interface Position {
  /** 0-based. */
  readonly line: number;
  /** 0-based, in units of the negotiated position encoding. */
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface LspLocation {
  readonly uri: string;
  readonly range: Range;
}

export interface LocationLink {
  readonly targetUri: string;
  readonly targetRange: Range;
  readonly targetSelectionRange: Range;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export interface TextDocumentEdit {
  readonly textDocument: { readonly uri: string; readonly version?: number | null };
  readonly edits: readonly TextEdit[];
}

export type ResourceOperation =
  | { readonly kind: "create"; readonly uri: string; readonly options?: OverwriteOptions }
  | {
      readonly kind: "rename";
      readonly oldUri: string;
      readonly newUri: string;
      readonly options?: OverwriteOptions;
    }
  | {
      readonly kind: "delete";
      readonly uri: string;
      readonly options?: { readonly recursive?: boolean; readonly ignoreIfNotExists?: boolean };
    };

export interface OverwriteOptions {
  readonly overwrite?: boolean;
  readonly ignoreIfExists?: boolean;
}

export interface WorkspaceEdit {
  readonly changes?: Readonly<Record<string, readonly TextEdit[]>>;
  readonly documentChanges?: readonly (TextDocumentEdit | ResourceOperation)[];
}

export interface Diagnostic {
  readonly range: Range;
  /** 1 error, 2 warning, 3 information, 4 hint. */
  readonly severity?: number;
  readonly code?: number | string;
  readonly source?: string;
  readonly message: string;
}

export interface DocumentSymbol {
  readonly name: string;
  readonly detail?: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children?: readonly DocumentSymbol[];
}

export interface SymbolInformation {
  readonly name: string;
  readonly kind: number;
  readonly location: { readonly uri: string; readonly range?: Range };
  readonly containerName?: string;
}

export type MarkedString = string | { readonly language: string; readonly value: string };

export interface Hover {
  readonly contents:
    | MarkedString
    | readonly MarkedString[]
    | { readonly kind: string; readonly value: string };
}

export interface CallHierarchyItem {
  readonly name: string;
  readonly kind: number;
  readonly detail?: string;
  readonly uri: string;
  readonly range: Range;
  readonly selectionRange: Range;
}

export interface LspCommand {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

export interface CodeAction {
  readonly title: string;
  readonly kind?: string;
  readonly edit?: WorkspaceEdit;
  readonly command?: LspCommand;
  readonly data?: unknown;
  readonly disabled?: { readonly reason: string };
}

/** Only the members that decide what this client sends; servers state many more. */
export interface ServerCapabilities {
  readonly positionEncoding?: string;
  readonly textDocumentSync?:
    | number
    | {
        readonly openClose?: boolean;
        readonly change?: number;
        readonly save?: boolean | { readonly includeText?: boolean };
      };
  readonly diagnosticProvider?: { readonly identifier?: string };
  readonly executeCommandProvider?: { readonly commands?: readonly string[] };
  readonly renameProvider?: boolean | { readonly prepareProvider?: boolean };
  readonly codeActionProvider?: boolean | { readonly resolveProvider?: boolean };
  readonly workspace?: { readonly fileOperations?: Readonly<Record<string, FileOperationOptions>> };
  readonly [name: string]: unknown;
}

export interface FileOperationOptions {
  readonly filters?: readonly { readonly scheme?: string; readonly pattern: { readonly glob: string } }[];
}

export interface InitializeResult {
  readonly capabilities: ServerCapabilities;
  readonly serverInfo?: { readonly name: string; readonly version?: string };
  /** What clangd said before the protocol had `positionEncoding`. */
  readonly offsetEncoding?: string;
}

/** JSON-RPC and LSP error numbers that change what the client does. */
export const ErrorNumbers = {
  methodNotFound: -32601,
  contentModified: -32801,
  serverCancelled: -32802,
} as const;
