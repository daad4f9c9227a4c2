import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Turns paths into the URIs of one server and back. URIs are never compared: servers escape them differently. */
export interface UriMapper {
  toUri(path: string): string;
  /** The absolute path below the root as it was given, also when the server follows links; other URIs as they are. */
  toPath(uri: string): string;
}

/** Makes a mapper for a root folder. */
export function uriMapper(root: string): UriMapper {
  const real = realRoot(root);
  return {
    toUri: (path) => pathToFileURL(path).href,
    toPath(uri) {
      if (!uri.startsWith("file:")) return uri;
      let path: string;
      try {
        path = resolve(fileURLToPath(uri));
      } catch {
        return uri;
      }
      if (process.platform === "win32" && /^[a-z]:/u.test(path))
        path = path[0]!.toUpperCase() + path.slice(1);
      if (real === root || path === root || path.startsWith(root + sep)) return path;
      if (path === real) return root;
      return path.startsWith(real + sep) ? root + path.slice(real.length) : path;
    },
  };
}

function realRoot(root: string): string {
  try {
    return realpathSync.native(root);
  } catch {
    return root;
  }
}
