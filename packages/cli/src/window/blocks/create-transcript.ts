/* oxlint-disable no-control-regex */
import type { TuiMouseEvent, TuiMouseEventResult } from "@earendil-works/pi-tui";
import type { Block, MmEvent } from "@mm-agent/core";
import { onHighlighter } from "../highlight/highlighter.js";
import type { Theme, Transcript } from "../types.js";
import { codeBlocksOf, type AnswerBlock } from "./answer.js";
import { EventBlocks } from "./event-blocks.js";
import { RowList } from "./list/row-list.js";
import { createQuestion } from "./question.js";
import { createSaid } from "./said.js";
import { createWorkState } from "./working.js";

export interface TranscriptOptions {
  /** Asked for at each new layout: after another theme, call `invalidate`. */
  readonly theme: () => Theme;
  /** The session's folder: paths inside it are shown from there. */
  readonly cwd: string;
  /** Lines of a call's output that are shown folded. */
  readonly previewLines: number;
  /** There is more to draw, without an event: a frame should be asked for. */
  readonly changed: () => void;
  /** How an asked agent calls itself. Default: its name. */
  readonly agentTitle?: (path: readonly string[]) => string | undefined;
}

const PROMPT_MARK = /^\x1b\]133;[ABC]\x07/;

/** The conversation as blocks, drawn from events, live or replayed. */
export function createTranscript(options: TranscriptOptions): Transcript {
  const list = new RowList(options);
  const work = createWorkState();
  let blocks = new EventBlocks(list, options.agentTitle);
  // Code is plain until its colours have come.
  onHighlighter(() => {
    list.renew();
    options.changed();
  });

  const newest = (): AnswerBlock | undefined => blocks.lastAnswer;
  const one = (event: MmEvent): void => {
    work.event(event);
    blocks.event(event);
  };

  return {
    event: one,
    replay(events) {
      for (const event of events) one(event);
      // What was under way when the conversation was left is not under way now.
      work.stop();
      blocks.settle();
    },
    question(text) {
      blocks.question(list.add(createQuestion(text), 0, undefined));
    },
    say(said: readonly Block[], tone) {
      if (said.length > 0) list.add(createSaid(said, tone), 0, undefined);
    },
    clear() {
      list.clear();
      work.stop();
      blocks = new EventBlocks(list, options.agentTitle);
    },
    toggle(which) {
      const { entries } = list;
      if (which === "all") {
        list.foldAll(!entries.some((entry) => entry.open && entry.block.isHead !== true));
        return;
      }
      const entry = entries.findLast((one) => one.block.isHead !== true && list.foldable(one));
      if (entry) list.fold(entry, !entry.open);
    },
    lastAnswer: () => newest()?.text,
    codeBlocks: () => codeBlocksOf(newest()?.text ?? ""),
    get working() {
      return work.read();
    },
    get asked() {
      return blocks.asked;
    },
    tail: (width, rows) => list.tail(width, rows).map((row) => row.replace(PROMPT_MARK, "").trimEnd()),
    render: (width) => list.render(Math.max(1, Math.floor(width))),
    handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
      if (event.type !== "click" || event.button !== "left") return undefined;
      if (list.more(event.y)) return { handled: true, render: true };
      const entry = list.at(event.y);
      if (!entry || !list.foldable(entry)) return undefined;
      list.fold(entry, !entry.open);
      return { handled: true, render: true };
    },
    invalidate: () => list.renew(),
  };
}
