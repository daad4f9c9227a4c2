import { MAX_ROBOTS_BYTES, parseRobots, type Robots } from "../robots/parse.js";
import { explain } from "./explain.js";
import { FetchError } from "./failure.js";
import { request, type RequestOptions } from "./request.js";

/** RFC 9309 section 2.3.1.2 asks for five at least. */
const MAX_HOPS = 10;

/**
 * Loads the robots.txt of a page's origin. 4xx, endless redirections and redirections to nowhere count as "there is no
 * such file": everything is allowed. Throws when the server fails or cannot be reached: nothing is allowed.
 */
export async function readRobots(page: URL, options: RequestOptions): Promise<Robots> {
  let url = new URL("/robots.txt", page);
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const answer = await ask(url, page, options);
    if (answer instanceof URL) url = answer;
    else return answer;
  }
  return [];
}

async function ask(url: URL, page: URL, options: RequestOptions): Promise<Robots | URL> {
  const unreadable = (why: string) =>
    new FetchError(2, `robots.txt of ${page.origin} cannot be read (${why})`);
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
