import { encodingOf } from "./labels.js";

/** Bytes at the start of a page that are searched for a `meta` element. */
const PRESCAN_BYTES = 4096;

const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<meta(?=[\s/])((?:"[^"]*"|'[^']*'|[^>"'])*)>|<\/?[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>|<[!?/][^>]*>/gi;
const RAW = /<(script|style|noscript|textarea|title|xmp)(?=[\s/>])/i;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The encoding that a `meta` element in the first 4 KiB names; the first known name counts. */
export function prescanMeta(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, PRESCAN_BYTES),
  ).toString("latin1");
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(head); found; found = TOKEN.exec(head)) {
    const raw = RAW.exec(found[0])?.[1];
    if (raw !== undefined && found[0].startsWith(`<${raw}`)) {
      const end = head.toLowerCase().indexOf(`</${raw.toLowerCase()}`, TOKEN.lastIndex);
      if (end < 0) return undefined;
      TOKEN.lastIndex = end;
      continue;
    }
    const encoding = found[1] === undefined ? undefined : fromAttributes(found[1]);
    if (encoding !== undefined) return encoding;
  }
  return undefined;
}

function fromAttributes(text: string): string | undefined {
  const values = new Map<string, string>();
  for (const [, name = "", double, single, plain] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, double ?? single ?? plain ?? "");
  }
  const declared = values.get("charset");
  const content = /content-type/i.test(values.get("http-equiv") ?? "") ? values.get("content") : undefined;
  const label =
    declared ??
    /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i
      .exec(content ?? "")
      ?.slice(1)
      .find((one) => one !== undefined);
  const encoding = label === undefined ? undefined : encodingOf(label);
  // A page whose meta element could be read is not in UTF-16, whatever it says (HTML standard).
  if (encoding === "utf-16le" || encoding === "utf-16be") return "utf-8";
  return encoding === "x-user-defined" ? "windows-1252" : encoding;
}

/** The encoding of an XML declaration, for XHTML. */
export function prescanXml(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 256)).toString(
    "latin1",
  );
  const label = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']/.exec(head)?.[1];
  const encoding = label === undefined ? undefined : encodingOf(label);
  return encoding === "utf-16le" || encoding === "utf-16be" ? "utf-8" : encoding;
}
