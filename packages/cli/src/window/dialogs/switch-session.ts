import type { WindowHost } from "../types.js";

/** Goes on with another session and draws it; the text about it flashes. What runs is not cancelled unasked. */
export async function switchSession(host: WindowHost, id: string, about: string): Promise<void> {
  if (host.session.busy) return host.flash("a turn is running: cancel it first");
  const resumed = await host.session.resume(id);
  if (!resumed.ok) return host.flash(resumed.text);
  await host.redraw();
  host.flash(`going on with ${about}`);
}
