import { isAllowed } from "../robots/is-allowed.js";
import type { Robots } from "../robots/parse.js";
import { FetchError } from "./failure.js";
import type { RequestOptions } from "./request.js";

const DAY = 24 * 60 * 60 * 1000;
/** Origins that are remembered. */
const MAX_ORIGINS = 500;

/** Remembers the robots.txt of every origin for 24 hours. Failures are not remembered. */
export class RobotsCache {
  readonly #known = new Map<string, { readonly robots: Robots; readonly until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Throws a `FetchError` unless `agent` may fetch the page. */
  async check(url: URL, agent: string, options: RequestOptions): Promise<void> {
    const robots = await this.#of(url, options);
    if (!isAllowed(robots, agent, url.href))
      throw new FetchError(2, `robots.txt of ${url.origin} forbids ${url.href}`);
  }

  async #of(url: URL, options: RequestOptions): Promise<Robots> {
    const known = this.#known.get(url.origin);
    if (known && known.until > this.#now()) return known.robots;
    const { readRobots } = await import("./read-robots.js");
    const robots = await readRobots(url, options);
    this.#known.delete(url.origin);
    this.#known.set(url.origin, { robots, until: this.#now() + DAY });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_ORIGINS && oldest !== undefined) this.#known.delete(oldest);
    return robots;
  }
}
