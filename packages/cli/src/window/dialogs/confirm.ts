import type { WindowHost } from "../types.js";
import { pick } from "./pick.js";

/** Asks before something is lost; "no" stands first. */
export async function confirm(host: WindowHost, title: string, yes: string): Promise<boolean> {
  const picked = await pick(host, {
    title,
    rows: [
      { value: false, label: "No" },
      { value: true, label: yes },
    ],
    enter: "answer",
    filter: false,
  });
  return picked?.value === true;
}
