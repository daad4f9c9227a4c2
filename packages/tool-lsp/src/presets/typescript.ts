import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Preset, PresetContext } from "./types.js";

const EXTENSIONS = [".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs"];
const LANGUAGE_IDS = {
  ".ts": "typescript",
  ".mts": "typescript",
  ".cts": "typescript",
  ".tsx": "typescriptreact",
  ".js": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".jsx": "javascriptreact",
};
const LOCKS = ["pnpm-lock.yaml", "package-lock.json", "yarn.lock", "bun.lock", "bun.lockb"];
const ROOTS = [LOCKS, [".git"], ["tsconfig.json", "jsconfig.json", "package.json"]];
const WHOLE_RENAMES = { preferences: { useAliasesForRenames: false } };

/** Directory of a TypeScript that has the classic server, seen from a folder or a program; undefined when there is none. */
function classicTypeScript(from: string): string | undefined {
  try {
    const file = createRequire(join(from, "x.js")).resolve("typescript/package.json");
    return existsSync(join(dirname(file), "lib/tsserver.js")) ? join(dirname(file), "lib") : undefined;
  } catch {
    return undefined;
  }
}

function tsserverOf({ root, file, trusted }: PresetContext): string | undefined {
  const beside = (): string | undefined => classicTypeScript(dirname(realPath(file)));
  return trusted ? (classicTypeScript(root) ?? beside()) : beside();
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** typescript-language-server over TypeScript 4 to 6. */
export const typescriptPreset: Preset = {
  name: "typescript",
  commands: ["typescript-language-server"],
  args: ["--stdio"],
  extensions: EXTENSIONS,
  languageIds: LANGUAGE_IDS,
  rootMarkers: ROOTS,
  initializationOptions: {
    // The partial syntax server answers the first questions with a part of the truth.
    tsserver: { useSyntaxServer: "never" },
    disableAutomaticTypingAcquisition: true,
    // Otherwise a rename from a use only adds an import alias in that file.
    preferences: { providePrefixAndSuffixTextForRename: false, allowRenameOfImportPath: false },
    maxTsServerMemory: 4096,
  },
  optionsFor(context) {
    const path = tsserverOf(context);
    return path === undefined ? {} : { tsserver: { path } };
  },
  ready: { kind: "none" },
  diagnostics: { kind: "tsserver" },
  broken: /tsserver.*(?:exited|crashed)/iu,
  editCommands: /^_typescript\./u,
  organizeCommand: "_typescript.organizeImports",
  offered: true,
  accepts: (context) => tsserverOf(context) !== undefined,
  lacks: ({ root, trusted }) =>
    !trusted && classicTypeScript(root) !== undefined
      ? "typescript-language-server has no TypeScript beside it, and the project's own is not used until the folder is trusted"
      : 'typescript-language-server is installed, but no TypeScript 4 to 6 for it, neither in the project nor beside it — "npm install --save-dev typescript@5" adds one',
};

/** vtsls over TypeScript 4 to 6. */
export const vtslsPreset: Preset = {
  ...typescriptPreset,
  name: "vtsls",
  commands: ["vtsls"],
  initializationOptions: {},
  optionsFor: () => ({}),
  settings: {
    typescript: {
      ...WHOLE_RENAMES,
      tsserver: { useSyntaxServer: "never" },
      disableAutomaticTypeAcquisition: true,
    },
    javascript: WHOLE_RENAMES,
    vtsls: { autoUseWorkspaceTsdk: false },
  },
  editCommands: /^typescript\.|^_typescript\./u,
  accepts: () => true,
  lacks: () => undefined,
};

/** The server of TypeScript 7 itself. */
export const tscPreset: Preset = {
  name: "typescript",
  commands: ["tsc", "tsgo"],
  needsArg: "--lsp",
  args: ["--lsp", "--stdio"],
  extensions: EXTENSIONS,
  languageIds: LANGUAGE_IDS,
  rootMarkers: ROOTS,
  settings: { typescript: WHOLE_RENAMES, javascript: WHOLE_RENAMES, "js/ts": WHOLE_RENAMES },
  ready: { kind: "none" },
  diagnostics: { kind: "auto" },
  offered: true,
  accepts: ({ file }) => majorOf(file) >= 7,
};

/** Major version of the TypeScript a `tsc` program belongs to; 0 when it cannot be read. */
function majorOf(file: string): number {
  for (const folder of packageFolders(file)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<
        string,
        unknown
      >;
      if (name === "typescript" || name === "@typescript/native-preview")
        return Number.parseInt(String(version), 10);
    } catch {
      // Not a package folder.
    }
  }
  return 0;
}

/** Folders that may hold the package of a program: beside its real file, or named by a package manager's shell shim. */
function packageFolders(file: string): string[] {
  const real = realPath(file);
  const folders = [join(dirname(real), "..")];
  try {
    const shim = /"\$basedir\/([^"]*)\/bin\/tsc"/u.exec(readFileSync(real, "utf8").slice(0, 4096));
    if (shim?.[1]) folders.push(join(dirname(real), shim[1]));
  } catch {
    // A binary or gone; the first folder decides.
  }
  return folders;
}
