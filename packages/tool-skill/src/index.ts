export { default } from "./plugin.js";
export { createSkillTool, type SkillInput } from "./skill-tool.js";
export { findSkills, type FoundSkills, type Skill } from "./find/find-skills.js";
