import type { Finding } from "./types.js";

/** The running Node against what mm needs and what makes it faster. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return { area: "node", status: "fail", text: `${version} is too old; mm needs 20.19 or newer` };
  if (major < 22 || (major === 22 && minor < 1))
    return { area: "node", status: "ok", text: `${version} (from 22.1 on mm starts faster)` };
  return { area: "node", status: "ok", text: version };
}
