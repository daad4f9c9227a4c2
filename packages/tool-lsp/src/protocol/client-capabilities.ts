const allKinds = Array.from({ length: 26 }, (_, index) => index + 1);
const dynamic = { dynamicRegistration: true };
const linked = { dynamicRegistration: true, linkSupport: true };

/**
 * What this client tells a server it can do. `offsetEncoding` is left out on purpose: clangd would leave UTF-16 for it.
 * Progress and registrations are declared, so both are answered.
 */
export const clientCapabilities = {
  general: {
    positionEncodings: ["utf-16"],
    staleRequestSupport: { cancel: true, retryOnContentModified: [] },
  },
  workspace: {
    applyEdit: true,
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      failureHandling: "transactional",
      normalizesLineEndings: false,
    },
    didChangeConfiguration: dynamic,
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    symbol: {
      dynamicRegistration: true,
      symbolKind: { valueSet: allKinds },
      resolveSupport: { properties: ["location.range"] },
    },
    executeCommand: dynamic,
    configuration: true,
    workspaceFolders: true,
    fileOperations: {
      dynamicRegistration: true,
      willRename: true,
      didRename: true,
      didCreate: true,
      didDelete: true,
    },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    synchronization: { dynamicRegistration: true, didSave: true },
    publishDiagnostics: {
      versionSupport: true,
      relatedInformation: true,
      tagSupport: { valueSet: [1, 2] },
      codeDescriptionSupport: true,
    },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
    definition: linked,
    declaration: linked,
    typeDefinition: linked,
    implementation: linked,
    references: dynamic,
    hover: { dynamicRegistration: true, contentFormat: ["markdown", "plaintext"] },
    documentSymbol: {
      dynamicRegistration: true,
      hierarchicalDocumentSymbolSupport: true,
      symbolKind: { valueSet: allKinds },
    },
    rename: { dynamicRegistration: true, prepareSupport: true, prepareSupportDefaultBehavior: 1 },
    codeAction: {
      dynamicRegistration: true,
      codeActionLiteralSupport: {
        codeActionKind: {
          valueSet: [
            "",
            "quickfix",
            "refactor",
            "refactor.extract",
            "refactor.inline",
            "refactor.rewrite",
            "source",
            "source.organizeImports",
          ],
        },
      },
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ["edit", "command"] },
    },
    callHierarchy: dynamic,
  },
  window: { workDoneProgress: true, showMessage: {}, showDocument: { support: false } },
  experimental: { serverStatusNotification: true },
} as const;
