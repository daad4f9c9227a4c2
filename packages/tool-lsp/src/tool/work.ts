/** Everything that is needed only once a server is asked; loaded by the first call. */
export { CHANGERS } from "./changers.js";
export { READERS } from "./readers.js";
