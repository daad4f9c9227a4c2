/** Plain text as Markdown shows it unchanged: several lines in a code block, one line as it is. */
export function fence(text: string, language = ""): string {
  if (text === "" || (!text.includes("\n") && !/[*_`<#]/.test(text))) return text;
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${mark}`;
}
