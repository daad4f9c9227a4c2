import { show } from "../show.js";
import { readFrontMatter } from "./front-matter.js";

/** What the catalogue says about a skill: its description, else its first heading, else its first line; one line. `cut`: more text follows. */
export function describeSkill(
  text: string,
  cut = false,
): { readonly alias?: string; readonly description: string } {
  const { name, description, body } = readFrontMatter(
    // Front matter that goes on beyond what was read is front matter all the same.
    cut ? `${text}\n---\n` : text,
  );
  const lines = body.split(/\r?\n/).map((line) => line.trim());
  const heading = lines.find((line) => /^#{1,6}\s+\S/.test(line))?.replace(/^#+\s+/, "");
  const first = lines.find((line) => line !== "" && !line.startsWith("#"));
  return {
    ...(name === undefined ? {} : { alias: name }),
    description: clean(description ?? heading ?? first ?? ""),
  };
}

function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a catalogue line must stay one line
  return show(text.replaceAll(/[\u0000-\u001f\u007f\s]+/g, " ").trim());
}
