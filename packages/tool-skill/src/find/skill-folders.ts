import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { SkillSettings } from "../settings.js";

export interface SkillFolders {
  /** Where skills are looked for; the first that has a name wins. */
  readonly folders: readonly string[];
  /** The project's own folders, which do not count because the project is not trusted. */
  readonly untrusted: readonly string[];
  /** The project's own folders that lead out of the project through a link. They never count. */
  readonly escaped: readonly string[];
}

/**
 * `skillsDir`, then `.agents/skills` from the session's folder up to the top of its repository, then those of the
 * person: `$XDG_CONFIG_HOME/mm/skills` and `~/.agents/skills`. Skills steer the model, so a project's own ones count
 * only in a trusted folder; `skillsDir` has been filtered by the configuration already.
 */
export function skillFolders(
  settings: SkillSettings,
  session: {
    readonly cwd: string;
    readonly trusted: boolean;
    readonly env: Readonly<Record<string, string>>;
  },
): SkillFolders {
  const home = session.env["HOME"] ?? session.env["USERPROFILE"];
  const config = session.env["XDG_CONFIG_HOME"] || (home === undefined ? undefined : join(home, ".config"));
  const mine = settings.user
    ? [
        ...(config === undefined ? [] : [join(config, "mm", "skills")]),
        ...(home === undefined ? [] : [join(home, ".agents", "skills")]),
      ].filter((folder) => existsSync(folder))
    : [];
  const given = new Set([...settings.skillsDir, ...mine].map(realOf));
  const { top, folders: found } = settings.project ? projectFolders(session.cwd) : { top: "", folders: [] };
  const within = (path: string): boolean => path.startsWith(top.endsWith(sep) ? top : top + sep);
  const own = found.filter((one) => !given.has(realOf(one)));
  const project = own.filter((one) => within(realOf(one)));
  return {
    folders: [...settings.skillsDir, ...(session.trusted ? project : []), ...mine],
    untrusted: session.trusted ? [] : project,
    escaped: own.filter((one) => !within(realOf(one))),
  };
}

/** The folders of the project, and its real top. */
function projectFolders(cwd: string): { readonly top: string; readonly folders: readonly string[] } {
  const chain: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    chain.push(folder);
    if (existsSync(join(folder, ".git"))) break;
    // Outside of a repository only the session's own folder is the project.
    if (folder === dirname(folder)) {
      chain.length = 1;
      break;
    }
  }
  return {
    top: realOf(chain.at(-1) ?? cwd),
    folders: chain.map((folder) => join(folder, ".agents", "skills")).filter((folder) => existsSync(folder)),
  };
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
