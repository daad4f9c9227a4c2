export { API_VERSION } from "./plugin/types.js";
export type * from "./plugin/types.js";
export type * from "./permission/types.js";
export type * from "./dispatch/types.js";
export type * from "./schema/types.js";
export type * from "./tool/types.js";
export type * from "./workspace/types.js";
export type * from "./events.js";
