import { onPath } from "./on-path.js";
import type { Finding } from "./types.js";

/** Language servers by what they serve; the first that is there is used. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  "TypeScript, JavaScript": ["typescript-language-server", "vtsls"],
  Python: ["pyright-langserver", "basedpyright-langserver", "pylsp"],
  Go: ["gopls"],
  Rust: ["rust-analyzer"],
  "C, C++": ["clangd"],
  Java: ["jdtls"],
  Ruby: ["ruby-lsp", "solargraph"],
  PHP: ["intelephense", "phpactor"],
};

/** Language servers and git on the `PATH`. */
export function checkPrograms(path: string): Finding[] {
  const has = (name: string): boolean => onPath(name, path);
  const there = Object.entries(SERVERS).flatMap(([language, names]) => {
    const name = names.find(has);
    return name === undefined ? [] : [`${name} (${language})`];
  });
  const servers = there.length > 0 ? there.join(", ") : "none on the PATH: the lsp tool has nothing to ask";
  return [
    { area: "language servers", status: "ok", text: servers },
    has("git")
      ? { area: "git", status: "ok", text: "on the PATH" }
      : { area: "git", status: "warn", text: "not on the PATH" },
  ];
}
