export { default } from "./plugin.js";
export { createBashTool, type BashData, type BashInput, type BashToolOptions } from "./tool/bash-tool.js";
export { runCommand, type RunOptions, type RunResult, type RunStatus } from "./run/run-command.js";
export { killAll } from "./run/registry.js";
export { cleanText } from "./clean/clean-text.js";
