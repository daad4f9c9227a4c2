export { runAcp, type AcpOptions } from "./run-acp.js";
