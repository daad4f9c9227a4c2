/**
 * A command's text with its arguments: `$ARGUMENTS` for all of them, `$1`…`$9` for single ones (quotes hold words
 * together), `$$` for a dollar sign. Arguments that no placeholder takes are put behind the text.
 */
export function fillTemplate(template: string, args: string): string {
  const given = args.trim();
  const words = splitWords(given);
  let used = false;
  const text = template.replaceAll(
    /\$(?:ARGUMENTS\b|([1-9])(?!\d)|\$)/g,
    (match: string, digit: string | undefined) => {
      if (match === "$$") return "$";
      used = true;
      return digit === undefined ? given : (words[Number(digit) - 1] ?? "");
    },
  );
  return used || given === "" ? text : `${text}\n\n${given}`;
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
}
