import { type Failure, failure } from "./failure.js";

export type ParsedUrl = { readonly ok: true; readonly url: URL } | Failure;

/**
 * The address that a person or a model means: without a scheme it is https, a scheme without its colon (`https//host`)
 * is repaired. Only http and https, never with a user name or password.
 */
export function parseUrl(input: string): ParsedUrl {
  const text = input.trim();
  if (text === "") return failure(3, "the url is empty");
  let url: URL;
  try {
    url = new URL(withScheme(text));
  } catch {
    return failure(3, `the url cannot be read: ${shown(text)}`);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return failure(3, `only http and https are supported, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.hostname === "") return failure(3, `the url has no host: ${shown(text)}`);
  if (url.username !== "" || url.password !== "")
    return failure(3, "a url with a user name or password is refused");
  return { ok: true, url };
}

/**
 * Other ways to write the address that `input` leads to: scheme and host in lower case, numbers as dotted IPv4, without a
 * dot at the end of the host, each also without the scheme and without the slash after the host. None when it cannot be used.
 */
export function spellings(input: string): string[] {
  const parsed = parseUrl(input);
  if (!parsed.ok) return [];
  const { protocol, host, port, hostname, pathname, search, hash } = parsed.url;
  const undotted = `${hostname.replace(/\.+$/, "")}${port === "" ? "" : `:${port}`}`;
  const rest = `${pathname}${search}${hash}`;
  const all = new Set<string>();
  for (const name of [host, undotted]) {
    for (const tail of rest === "/" ? ["/", ""] : [rest]) {
      all.add(`${protocol}//${name}${tail}`);
      all.add(`${name}${tail}`);
    }
  }
  return [...all];
}

function withScheme(text: string): string {
  const broken = /^(https?)\/\/+/i.exec(text);
  if (broken) return `${broken[1]}://${text.slice(broken[0].length)}`;
  if (text.startsWith("//")) return `https:${text}`;
  // `localhost:8080` is a host and a port, `mailto:me` is a scheme.
  const scheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text);
  return scheme ? text : `https://${text}`;
}

function shown(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
