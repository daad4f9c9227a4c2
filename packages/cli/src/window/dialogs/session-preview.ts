import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import type { Message, SessionArchive, SessionInfo } from "@mm-agent/agent";
import { fit, oneRow } from "./frame.js";

/** Characters of a message that a preview looks at. */
const LOOKED_AT = 600;
const ROWS_EACH = 3;
/** Columns in front of a text that tell whose it is. */
const MARK = 2;

/** The first and the last messages of sessions, read when they are looked at and kept. */
export function createPreview(
  archive: SessionArchive,
  changed: () => void,
): { rows(info: SessionInfo, width: number): readonly string[] } {
  const read = new Map<string, readonly string[]>();
  return {
    rows(info, width) {
      const texts = read.get(info.id);
      if (texts === undefined) {
        read.set(info.id, ["  …"]);
        void archive.load(info.id).then((loaded) => {
          read.set(info.id, loaded.ok ? ends(loaded.value.messages) : [`  ${loaded.text}`]);
          changed();
        });
      }
      return (texts ?? ["  …"]).flatMap((text) => {
        const rows = wrapTextWithAnsi(text.slice(MARK), Math.max(1, width - MARK)).map(
          (row, index) => (index === 0 ? text.slice(0, MARK) : " ".repeat(MARK)) + row,
        );
        const last = rows[ROWS_EACH - 1];
        return rows.length <= ROWS_EACH || last === undefined
          ? rows
          : [...rows.slice(0, ROWS_EACH - 1), fit(`${last} …`, width)];
      });
    },
  };
}

/** The first question, and the last question with the answer it got. */
function ends(messages: readonly Message[]): readonly string[] {
  const said = messages.flatMap((message) => {
    if (message.role === "tool") return [];
    const parts = message.blocks.map((block) =>
      block.type === "text" ? block.text : block.type === "image" ? "[image]" : "",
    );
    const text = oneRow(parts.join(" ").slice(0, LOOKED_AT));
    return text === "" ? [] : [`${message.role === "user" ? ">" : " "} ${text}`];
  });
  const first = said.find((text) => text.startsWith(">"));
  const last = said.slice(-2).filter((text) => text !== first);
  return [...(first === undefined ? [] : [first]), ...last];
}
