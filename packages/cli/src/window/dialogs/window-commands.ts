/** What opens a dialog or a program, most of it by the key table; what it does is loaded with the first use. */
export const DIALOG_ACTIONS = [
  "help",
  "commands",
  "sessions",
  "models",
  "tree",
  "settings",
  "copyAnswer",
  "copyCode",
  "pasteImage",
  "externalEditor",
] as const;

export type DialogAction = (typeof DIALOG_ACTIONS)[number];

/** Slash commands of the window: what its keys do, for those who type. */
export const WINDOW_COMMANDS: readonly {
  readonly name: string;
  readonly description: string;
  readonly action: DialogAction;
}[] = [
  { name: "tree", description: "The session as a tree: fork from any turn", action: "tree" },
  { name: "settings", description: "Change settings and save them", action: "settings" },
  { name: "keys", description: "The keys of the window", action: "help" },
];
