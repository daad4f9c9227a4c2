import { ScrollView, VStack, type Component } from "@earendil-works/pi-tui";
import { shortPath } from "../../interactive/short-path.js";
import { footerRow, modePaint } from "../frame/footer.js";
import { headerRow } from "../frame/header.js";
import { statusRows } from "../frame/status.js";
import type { Window } from "./window.js";

/** Work that takes longer than this is told by the spinner, in milliseconds. */
const PATIENCE_MS = 200;

/** Rows from which on blank ones part header and work from the transcript. */
const ROOMY = 24;

/**
 * Puts the parts of the window below each other: header, transcript, what runs and waits, the question, editor, footer.
 * Returns what scrolls the transcript.
 */
export function layOut(window: Window): ScrollView {
  const { theme } = window.options;
  const rows = (render: (width: number) => readonly string[]): Component => ({
    render,
    invalidate: () => {},
  });
  const scroll = new ScrollView(window.transcript, {
    follow: "end",
    primary: true,
    scrollbar: "auto",
    scrollbarTrackStyle: (text) => theme.dim(text),
    scrollbarThumbStyle: (text) => theme.accent(text),
  });
  const root = new VStack([
    { component: rows((width) => [header(window, width), ...gap(window)]), basis: "auto", shrink: 0 },
    { component: scroll, basis: 0, grow: 1, minSize: 1 },
    { component: rows((width) => status(window, width)), basis: "auto", shrink: 0 },
    {
      component: window.box,
      basis: "auto",
      shrink: 0,
      visible: () => window.asker.current !== undefined,
    },
    { component: window.editor, basis: "auto", shrink: 1, minSize: 3 },
    { component: rows((width) => [footer(window, width)]), basis: 1, shrink: 0 },
  ]);
  window.tui.setLayoutRoot(root);
  return scroll;
}

function header(window: Window, width: number): string {
  const { session, transcript } = window;
  const { title } = window.options.config.acp;
  return headerRow(
    {
      own: title === "mm" ? undefined : title,
      title: session?.title,
      model: session?.provider.model ?? "",
      provider: session?.provider.name ?? "",
      asked: transcript.asked,
    },
    window.options.theme,
    width,
  );
}

/** A blank row where the window is high enough for one. */
function gap({ tui }: Window): string[] {
  return tui.terminal.rows >= ROOMY ? [""] : [];
}

function status(window: Window, width: number): string[] {
  const { talk, transcript, hint } = window;
  const { theme, keys, settings } = window.options;
  const ms = performance.now() - talk.running.since;
  // A command that is done at once does not flash a spinner.
  const works = talk.busy && (talk.running.turn || ms > PATIENCE_MS);
  const { word, tail } = window.asker.current
    ? { word: "Waiting for your answer", tail: undefined }
    : (transcript.working ?? { word: talk.running.turn ? "Thinking" : "Working", tail: undefined });
  const rows = statusRows(
    {
      work: works ? { word, ms, ...(tail === undefined ? {} : { tail }) } : undefined,
      hint,
      waiting: talk.outbox.texts,
      cancel: keys.keysOf("cancel")[0] ?? "Esc",
      still: settings.still,
    },
    theme,
    width,
  );
  // What runs stands apart from the text above it; the row that is always there does so when nothing runs.
  return works || talk.outbox.texts.length > 0 ? [...gap(window), ...rows] : rows;
}

function footer(window: Window, width: number): string {
  const { session, talk, branch, filled } = window;
  const { cwd, config } = window.options;
  const mode = session?.mode ?? config.mode;
  window.editor.borderColor = modePaint(mode, window.options.theme);
  return footerRow(
    {
      folder: shortPath(cwd),
      branch,
      usage: session?.usage ?? { input: 0, output: 0 },
      filled,
      window: session?.window,
      mode,
      waiting: talk.outbox.waiting,
    },
    window.options.theme,
    width,
  );
}
