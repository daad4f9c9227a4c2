export { default } from "./plugin.js";
export { createFindTool, type FindData, type FindInput } from "./find/find-tool.js";
export { createEngineChain, type EngineChain, type EngineOptions } from "./grep/choose-engine.js";
export { createGrepTool, type GrepData, type GrepInput } from "./grep/grep-tool.js";
export { createListTool, type ListInput } from "./list/list-tool.js";
export type { SearchSettings } from "./settings.js";
export { findScope, type Scope } from "./ignore/find-scope.js";
export { createWalkCache, type WalkCache } from "./walk/walk-cache.js";
export { walk, type WalkedFolder, type WalkEnd, type WalkOptions } from "./walk/walk.js";
