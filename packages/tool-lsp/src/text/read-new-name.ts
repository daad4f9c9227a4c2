import { identifierPattern } from "./identifiers.js";
import { reservedIn } from "./reserved-words.js";

/** The name, empty when nothing is left of it, or why it cannot be one. */
export type NewName = { readonly name: string } | { readonly problem: string };

const STRAY = String.raw`\s"'\x60“”‘’,;:!?()[\]{}<>*&`;
const LEADING = new RegExp(`^[${STRAY}.#@]+`, "u");
const TRAILING = new RegExp(`[${STRAY}.]+$`, "u");
/** What a call or a type parameter leaves behind a name. */
const ARGUMENTS = /(?:\([^()]*\)|<[^<>]*>)\s*;?$/u;

/**
 * Reads the new name of a rename: quotes and punctuation around it are cut off, as are arguments and `receiver.` or
 * `pkg.`. What is no identifier then is refused, not shortened to one: a name nobody asked for would be written.
 */
export function readNewName(raw: string, extension: string): NewName {
  const bare = raw.trim().replace(LEADING, "").replace(ARGUMENTS, "").replace(TRAILING, "");
  const parts = bare.split(/\?\.|->|::|\.#?/u);
  const whole = (part: string): boolean => part.match(identifierPattern(extension))?.[0] === part;
  const name = parts.at(-1) ?? "";
  if (name === "") return { name };
  const wrong = parts.find((part) => !whole(part));
  if (wrong !== undefined)
    return { problem: `new_name ${JSON.stringify(bare)} is not an identifier: ${flaw(wrong, extension)}` };
  const language = reservedIn(name, extension);
  return language === undefined
    ? { name }
    : { problem: `new_name "${name}" is a reserved word of ${language}` };
}

function flaw(part: string, extension: string): string {
  if (/\s/u.test(part)) return "it holds a blank";
  if (/^\p{N}/u.test(part)) return "it begins with a digit";
  const [odd] = part.replace(identifierPattern(extension), "");
  return odd === undefined ? "it has an empty part" : `it holds ${JSON.stringify(odd)}`;
}
