/** An address between the parentheses of a link or image. */
export function destination(url: string, inCell: boolean): string {
  let text = url;
  // eslint-disable-next-line no-control-regex
  if (/[\\<>&()|\u0000-\u0020]/.test(text)) {
    // eslint-disable-next-line no-control-regex
    text = text.replace(/[\u0000-\u0020<>]/g, (char) => encodeURIComponent(char));
    text = text.replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\").replace(/&(?=#?[a-z0-9]+;)/gi, "\\&");
    if (!balanced(text)) text = text.replace(/\(/g, "%28").replace(/\)/g, "%29");
    if (inCell) text = text.replace(/\|/g, "%7C");
  }
  return text;
}

// CommonMark takes balanced parentheses as they are; readers that do not are served better without backslashes.
function balanced(url: string): boolean {
  let depth = 0;
  for (const char of url) {
    if (char === "(") depth++;
    else if (char === ")") depth--;
    if (depth < 0 || depth > 30) return false;
  }
  return depth === 0;
}

/** True when GFM turns the address into a link without any markup, whole and unchanged. */
export function isBareLink(url: string): boolean {
  return (
    /^https?:\/\/[a-z0-9][a-z0-9.-]*\.[a-z0-9-]+(?::\d+)?(?:[/?#][a-z0-9/?#=&%.,:;@!$'+~-]*)?$/i.test(url) &&
    !/[.,:;!?'"&~]$|_/.test(url)
  );
}
