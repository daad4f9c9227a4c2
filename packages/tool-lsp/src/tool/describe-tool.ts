import type { ResolvedServer } from "../config/types.js";
import { describeServers } from "./describe-servers.js";

const SIX = `Asks a language server about code: exact where text search guesses.
- definition: where a symbol is defined
- references: every use of it, declaration included
- hover: its signature, type and documentation
- symbols: outline of a file
- diagnostics: errors and warnings of a file as it is on disk
- rename: renames a symbol in every file at once (needs new_name); never use edit_file for that
Name the symbol (\`symbol\`, and \`line\` when the name means several things), or give line and column.`;

const MORE = `
- implementation, type_definition: like definition
- incoming_calls, outgoing_calls: who calls a function, whom it calls
- workspace_symbols: symbols of the project whose name holds \`symbol\`; path only picks the server
- code_actions: lists fixes and refactorings at a line; call again with \`apply\` to apply one
- organize_imports: sorts and cleans the imports of a file
- rename_file: moves a file to \`new_path\` and updates the imports of it
diagnostics without path sums up what is known of the project.`;

/** What a model reads about the tool. */
export function describeTool(servers: readonly ResolvedServer[], extended: boolean): string {
  return `${SIX}${extended ? MORE : ""}\nServers available: ${describeServers(servers)}.`;
}
