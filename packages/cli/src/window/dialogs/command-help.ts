import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { WindowHost } from "../types.js";
import { columns } from "./columns.js";
import { oneRow } from "./frame.js";
import { pick } from "./pick.js";
import { WINDOW_COMMANDS } from "./window-commands.js";

interface Line {
  /** What stands in front: `/mode [ask|edits|yolo|plan]`. */
  readonly head: string;
  readonly does: string;
  /** What is put into the editor. */
  readonly begin: string;
  /** Nothing is to be added: the line can be run as it is. */
  readonly whole: boolean;
}

/** Further things that a line can be. */
const OTHERS: readonly Line[] = [
  { head: "!command", does: "Run it here; the model is told with the next prompt", begin: "!", whole: false },
  { head: "!!command", does: "Run it here; the model is not told", begin: "!!", whole: false },
  { head: "@file, @file:10-20", does: "Attach a file, or lines of it", begin: "@", whole: false },
];

/** Columns of the heads, and of them in a narrow window. */
const HEAD_WIDTH = 30;
const NARROW_HEAD_WIDTH = 13;
const WIDE_FROM = 70;

/**
 * Every command but the one that asks for them, those of the window too, and what else a line can be. The chosen one is run, or begun in the editor
 * where something has to be added.
 */
export async function commandHelp(host: WindowHost, setDraft: (text: string) => void): Promise<void> {
  const picked = await pick<Line>(host, {
    title: "Commands",
    rows: [...linesOf(host), ...OTHERS].map((line) => ({
      value: line,
      label: `${line.head} ${line.does}`,
      labelAt: (width: number) => row(line, width),
    })),
    enter: "take it",
    hint: `${host.keys.keysOf("help")[0] ?? "/keys"} keys`,
    ordered: true,
    preview: ({ head, does }, width) => wrapTextWithAnsi(`${host.theme.bold(head)}  ${does}`, width),
  });
  if (!picked) return;
  if (picked.value.whole) await host.submit(picked.value.begin);
  else setDraft(picked.value.begin);
}

function linesOf({ session }: WindowHost): Line[] {
  const commands: readonly { name: string; description: string; hint?: string }[] = [
    ...session.commands,
    ...WINDOW_COMMANDS,
  ];
  const others = commands.filter(({ name }) => name !== "help");
  others.sort((a, b) => (a.name < b.name ? -1 : 1));
  return others.map(({ name, description, hint }) => {
    const head = oneRow(hint === undefined ? `/${name}` : `/${name} ${hint}`);
    const begin = hint === undefined ? `/${name}` : `/${name} `;
    return { head, does: oneRow(description), begin, whole: hint === undefined };
  });
}

function row({ head, does }: Line, width: number): string {
  const wide = width >= WIDE_FROM;
  const name = wide ? head : (head.split(" ", 1)[0] ?? head);
  return columns(
    [
      [name, wide ? HEAD_WIDTH : NARROW_HEAD_WIDTH],
      [does, width],
    ],
    width,
  );
}
