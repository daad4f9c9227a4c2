/** The parts of a JSON Pointer in fragment form (RFC 6901, section 6): `#/a~1b/0` is `["a/b", "0"]`. */
export function pointerParts(location: string): string[] {
  return location
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}
