import { existsSync } from "node:fs";
import { API_VERSION, type Plugin, type PluginSession } from "@mm-agent/core";
import { findSkills } from "./find/find-skills.js";
import { skillFolders } from "./find/skill-folders.js";
import { show } from "./show.js";
import { readSettings, settingsSchema } from "./settings.js";
import { createSkillTool } from "./skill-tool.js";

/** The plugin that gives a session `read_skill`, when there is at least one skill. */
const skillPlugin: Plugin = {
  apiVersion: API_VERSION,
  name: "skill",
  config: { key: "skills", schema: settingsSchema },
  setup: async (session) => {
    const settings = readSettings(session.config);
    const { folders, untrusted, escaped } = skillFolders(settings, session);
    for (const folder of settings.skillsDir)
      if (!existsSync(folder)) session.notice(`skillsDir: ${folder} does not exist`);
    const { skills, skipped } = await findSkills(folders);
    for (const folder of escaped)
      session.notice(`skills skipped: ${show(folder)}: it is a link that leads out of the project`);
    for (const text of skipped) session.notice(`skill skipped: ${show(text)}`);
    await tellUntrusted(session, untrusted);
    if (skills.length > 0) return { tools: [createSkillTool(skills, folders)] };
    if (settings.skillsDir.length === 0) return { tools: [] };
    return { tools: [], absent: [{ name: "read_skill", reason: "skillsDir holds no skill" }] };
  },
};

export default skillPlugin;

async function tellUntrusted(session: PluginSession, folders: readonly string[]): Promise<void> {
  const { skills } = await findSkills(folders);
  if (skills.length === 0) return;
  const names = skills.map(({ name }) => name).join(", ");
  session.notice(`skills of this project are left out until the folder is trusted: ${names}`);
}
