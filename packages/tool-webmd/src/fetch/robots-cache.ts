import { isAllowed } from "../robots/is-allowed.js";
import { MAX_ROBOTS_BYTES, parseRobots, type Robots } from "../robots/parse.js";
import { FetchError } from "./failure.js";
import { explain } from "./explain.js";
import { request, type RequestOptions } from "./request.js";

const DAY = 24 * 60 * 60 * 1000;
/** RFC 9309 section 2.3.1.2 asks for five at least. */
const MAX_HOPS = 10;
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
    if (!isAllowed(robots, agent, url.href)) throw new FetchError(2, `robots.txt of ${url.origin} forbids ${url.href}`);
  }

  async #of(url: URL, options: RequestOptions): Promise<Robots> {
    const known = this.#known.get(url.origin);
    if (known && known.until > this.#now()) return known.robots;
    const robots = await read(url, options);
    this.#known.delete(url.origin);
    this.#known.set(url.origin, { robots, until: this.#now() + DAY });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_ORIGINS && oldest !== undefined) this.#known.delete(oldest);
    return robots;
  }
}

// 4xx, endless redirections and redirections to nowhere count as "there is no such file": everything is allowed.
async function read(page: URL, options: RequestOptions): Promise<Robots> {
  let url = new URL("/robots.txt", page);
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const answer = await ask(url, page, options);
    if (answer instanceof URL) url = answer;
    else return answer;
  }
  return [];
}

async function ask(url: URL, page: URL, options: RequestOptions): Promise<Robots | URL> {
  const unreadable = (why: string) => new FetchError(2, `robots.txt of ${page.origin} cannot be read (${why})`);
  try {
    const response = await request(url, options);
    const { status } = response;
    if (status >= 500) {
      response.close();
      throw unreadable(`HTTP ${status}`);
    }
    if (status >= 200 && status < 300) return parseRobots(await response.body(MAX_ROBOTS_BYTES, true));
    response.close();
    const to = status >= 300 && status < 400 ? response.headers.location : undefined;
    if (to === undefined || !URL.canParse(to, url.href)) return [];
    const next = new URL(to, url);
    return next.protocol === "http:" || next.protocol === "https:" ? next : [];
  } catch (error) {
    if (options.signal.aborted) throw error;
    if (error instanceof FetchError && error.message.startsWith("robots.txt")) throw error;
    throw unreadable(explain(error, url));
  }
}
