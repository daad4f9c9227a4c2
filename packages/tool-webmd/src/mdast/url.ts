const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const UNSAFE_SCHEME = /^(?:javascript|vbscript|data|about):/i;

/**
 * Makes the function that resolves links and image addresses. Absolute addresses stay as they are written, relative
 * ones are resolved against `base` when there is one; undefined means: nothing to link to.
 */
export function urlResolver(base: string | undefined): (value: string) => string | undefined {
  let parsed: URL | undefined;
  try {
    if (base !== undefined) parsed = new URL(base);
  } catch {
    parsed = undefined;
  }
  return (value) => {
    const url = value.replace(/[\t\n\r\f]+/g, "").trim();
    // eslint-disable-next-line no-control-regex
    const bare = url.replace(/^[\u0000-\u0020]+/, "");
    if (UNSAFE_SCHEME.test(bare)) return undefined;
    if (SCHEME.test(bare)) return encode(bare);
    if (!parsed) return bare === "" ? undefined : encode(bare);
    try {
      return new URL(bare, parsed).href;
    } catch {
      return bare === "" ? undefined : encode(bare);
    }
  };
}

// Characters that a Markdown link cannot hold as they are.
function encode(url: string): string {
  // eslint-disable-next-line no-control-regex
  return url.replace(/[\u0000-\u0020<>]/g, (char) => encodeURIComponent(char));
}
