// Labels that the Encoding standard maps to "replacement": nothing in such a file can be trusted to be text.
const REPLACEMENT: ReadonlySet<string> = new Set([
  "csiso2022kr",
  "hz-gb-2312",
  "iso-2022-cn",
  "iso-2022-cn-ext",
  "iso-2022-kr",
  "replacement",
]);
const ISO_8859_16: ReadonlySet<string> = new Set(["iso-8859-16"]);

/** The name of the encoding that a label of the Encoding standard stands for; undefined for an unknown label. */
export function encodingOf(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (name === "") return undefined;
  if (REPLACEMENT.has(name)) return "replacement";
  if (ISO_8859_16.has(name)) return "iso-8859-16";
  if (name === "x-user-defined") return "x-user-defined";
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** The `charset` parameter of a Content-Type value; undefined without one. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const found = /(?:^|;)\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(contentType ?? "");
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
