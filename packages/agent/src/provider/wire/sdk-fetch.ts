import { createFetch, type NetFetch, type NetOptions } from "../../net/fetch.js";
import { Headers } from "../../net/headers.js";

/**
 * The `fetch` that an SDK gets: ours, with only the headers of `own` and those of the format. The SDKs add what they know
 * about this machine and what variables like OPENAI_CUSTOM_HEADERS hold, whatever the host. Every status counts as a
 * reply, so that no SDK makes an error of its own of it.
 */
export function sdkFetch(net: NetOptions, own: Readonly<Record<string, string>>): NetFetch {
  const allowed = new Set([...Object.keys(own), "accept", "content-type"].map((name) => name.toLowerCase()));
  const send = createFetch(net);
  return async (url, init = {}) => {
    const headers = [...new Headers(init.headers)].filter(([name]) => allowed.has(name));
    const response = await send(url, { ...init, headers });
    return { ...response, ok: true };
  };
}
