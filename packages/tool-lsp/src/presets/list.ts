import { C_DATABASES, lacksDatabase } from "./c-database.js";
import { tscPreset, typescriptPreset, vtslsPreset } from "./typescript.js";
import type { Preset, ReadySignal } from "./types.js";

const GENERIC: ReadySignal = { kind: "generic", graceMs: 400 };
const AUTO = { kind: "auto" } as const;

const pyright: Omit<Preset, "name" | "commands"> = {
  args: ["--stdio"],
  extensions: [".py", ".pyi"],
  languageIds: { ".py": "python", ".pyi": "python" },
  rootMarkers: [
    ["pyrightconfig.json"],
    ["uv.lock", "poetry.lock", "Pipfile.lock"],
    [".git"],
    ["pyproject.toml", "setup.py", "setup.cfg"],
  ],
  settings: { python: { analysis: { diagnosticMode: "openFilesOnly" } } },
  // Until its search for files has ended, an answer covers the open file and what that imports.
  ready: { kind: "log", pattern: /^(?:No source files found|Found \d+ source files?)\b/iu },
  diagnostics: AUTO,
  editCommands: /^(?:based)?pyright\.organizeimports$/u,
  offered: true,
};

const web: Omit<Preset, "name" | "commands" | "extensions"> = {
  args: ["--stdio"],
  rootMarkers: [[".git"]],
  initializationOptions: { provideFormatter: true },
  ready: { kind: "none" },
  diagnostics: AUTO,
  offered: true,
};

/** Every server this package knows, in the order in which they are offered. */
export const presets: readonly Preset[] = [
  typescriptPreset,
  tscPreset,
  { ...vtslsPreset, offered: false },
  { ...pyright, name: "pyright", commands: ["pyright-langserver"] },
  { ...pyright, name: "basedpyright", commands: ["basedpyright-langserver"] },
  {
    ...pyright,
    name: "pylsp",
    commands: ["pylsp"],
    args: [],
    extensions: [".py"],
    settings: {},
    ready: GENERIC,
  },
  {
    name: "gopls",
    commands: ["gopls"],
    args: ["serve"],
    extensions: [".go"],
    languageIds: { ".go": "go" },
    rootMarkers: [["go.work"], ["go.mod"], [".git"]],
    ready: { kind: "progress", match: /setting up workspace|loading packages/iu, graceMs: 1500 },
    diagnostics: AUTO,
    offered: true,
  },
  {
    name: "clangd",
    commands: ["clangd"],
    args: ["--background-index"],
    extensions: [".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".m", ".mm"],
    languageIds: {
      ".c": "c",
      ".h": "c",
      ".cc": "cpp",
      ".cpp": "cpp",
      ".cxx": "cpp",
      ".hpp": "cpp",
      ".hh": "cpp",
      ".hxx": "cpp",
      ".m": "objective-c",
      ".mm": "objective-cpp",
    },
    rootMarkers: [C_DATABASES, [".git"]],
    openFilesOnly: lacksDatabase,
    ready: (context) => ({
      kind: "progress",
      match: /backgroundIndexProgress/u,
      // Only a project with a compilation database is indexed.
      graceMs: lacksDatabase(context) === undefined ? 3000 : 0,
    }),
    diagnostics: AUTO,
    offered: true,
  },
  {
    name: "rust-analyzer",
    commands: ["rust-analyzer"],
    args: [],
    extensions: [".rs"],
    languageIds: { ".rs": "rust" },
    rootMarkers: [["Cargo.lock"], [".git"], ["Cargo.toml"]],
    // Build scripts and macros are programs of the project.
    optionsFor: ({ trusted }) =>
      trusted
        ? {}
        : { cargo: { buildScripts: { enable: false } }, procMacro: { enable: false }, checkOnSave: false },
    ready: { kind: "status" },
    diagnostics: AUTO,
    offered: true,
  },
  {
    name: "bash",
    commands: ["bash-language-server"],
    args: ["start"],
    extensions: [".sh", ".bash"],
    languageIds: { ".sh": "shellscript", ".bash": "shellscript" },
    rootMarkers: [[".git"]],
    ready: {
      kind: "log",
      pattern: /BackgroundAnalysis: (?:Completed|skipping as|stopped after|failed resolving)/u,
    },
    diagnostics: AUTO,
    offered: true,
  },
  { ...web, name: "json", commands: ["vscode-json-language-server"], extensions: [".json", ".jsonc"] },
  { ...web, name: "css", commands: ["vscode-css-language-server"], extensions: [".css", ".scss", ".less"] },
  {
    ...web,
    name: "html",
    commands: ["vscode-html-language-server"],
    extensions: [".html", ".htm"],
    languageIds: { ".htm": "html" },
  },
  {
    name: "yaml",
    commands: ["yaml-language-server"],
    args: ["--stdio"],
    extensions: [".yaml", ".yml"],
    languageIds: { ".yml": "yaml" },
    rootMarkers: [[".git"]],
    ready: { kind: "none" },
    diagnostics: AUTO,
    offered: false,
  },
];

/** For servers nobody here knows. */
const genericPreset: Preset = {
  name: "generic",
  commands: [],
  args: [],
  extensions: [],
  rootMarkers: [[".git"]],
  ready: GENERIC,
  diagnostics: AUTO,
  offered: false,
};

/** The preset of a command, by its base name and arguments. */
export function findPreset(command: string, args: readonly string[] | undefined): Preset {
  const base = (command.split(/[\\/]/u).at(-1) ?? "").replace(/\.(?:cmd|exe|bat|js|mjs|cjs)$/iu, "");
  return (
    presets.find(
      (preset) =>
        preset.commands.includes(base) && (!preset.needsArg || !args || args.includes(preset.needsArg)),
    ) ?? genericPreset
  );
}
