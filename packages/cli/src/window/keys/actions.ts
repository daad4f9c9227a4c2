import type { KeyAction } from "@mm-agent/agent";
import type { Keybinding } from "@earendil-works/pi-tui";

/**
 * Where the keys of an action hold. `window`: always, unless a dialog or a question stands open; `empty`: the same, while
 * the editor is empty; `editor`: while text is edited, in dialogs too; `scroll`: over the transcript; `search`: while the
 * search is open; `list`: in lists of dialogs and of completions; `sessions`: in the list of sessions.
 */
export type KeyPlace = "window" | "empty" | "editor" | "scroll" | "search" | "list" | "sessions";

export interface ActionSpec {
  /** As people write them. */
  readonly keys: readonly string[];
  /** One line for the help and the docs. */
  readonly does: string;
  readonly place: KeyPlace;
  /** The binding of the terminal library that carries it out; absent: the window does. */
  readonly binding?: Keybinding;
}

const spec = (place: KeyPlace, does: string, keys: readonly string[], binding?: Keybinding): ActionSpec => ({
  keys,
  does,
  place,
  ...(binding === undefined ? {} : { binding }),
});

/**
 * Every action of the window with its default keys. The order is that of the help, and of two actions that hold at once
 * on one key the earlier one has it: a terminal that sends Ctrl-J for a line end must not send the message.
 */
export const ACTIONS: Readonly<Record<KeyAction, ActionSpec>> = {
  newLine: spec("window", "New line", ["Shift-Enter", "Ctrl-J"], "tui.input.newLine"),
  send: spec(
    "window",
    "Send; while a turn runs: cancel it and ask this instead",
    ["Enter"],
    "tui.input.submit",
  ),
  steer: spec("window", "New line; while a turn runs: the message joins the next request", ["Alt-Enter"]),
  cancel: spec("window", "Cancel what runs", ["Esc"]),
  interrupt: spec("window", "Cancel what runs or take the draft away; twice within 2 s: leave", ["Ctrl-C"]),
  leave: spec("empty", "Leave", ["Ctrl-D"]),
  suspend: spec("window", "Suspend; `fg` goes on", ["Ctrl-Z"]),
  cycleMode: spec("window", "Next mode: ask, edits, yolo, plan", ["Shift-Tab"]),
  historySearch: spec("window", "Search the history of this folder", ["Ctrl-R"]),
  externalEditor: spec("window", "Write the message in $VISUAL or $EDITOR", ["Ctrl-G"]),
  foldNewest: spec("window", "Unfold or fold what is folded in the newest block", ["Ctrl-O"]),
  foldAll: spec("window", "Unfold or fold everything", ["Alt-O"]),
  copyAnswer: spec("window", "Copy the last answer", ["Ctrl-X"]),
  copyCode: spec("window", "Copy a code block of the last answer", ["Alt-X"]),
  pasteImage: spec("window", "Attach the image in the clipboard", ["Ctrl-V"]),
  sessions: spec("window", "Sessions: go on, fork, rename, delete", ["Ctrl-S"]),
  models: spec("window", "Choose a model", ["Alt-M"]),
  tree: spec("window", "The session as a tree: fork from any turn", ["Ctrl-T"]),
  settings: spec("window", "Settings", ["F2"]),
  help: spec("empty", "This help", ["?", "F1"]),
  redraw: spec("window", "Draw the window anew", ["Ctrl-L"]),
  search: spec("scroll", "Search the transcript", ["Ctrl-F", "Ctrl-Shift-F"], "tui.altScreen.search"),
  searchNext: spec("search", "Next match", ["Enter", "Ctrl-G"], "tui.altScreen.searchNext"),
  searchPrevious: spec(
    "search",
    "Previous match",
    ["Shift-Enter", "Ctrl-Shift-G"],
    "tui.altScreen.searchPrevious",
  ),
  searchClose: spec("search", "Close the search", ["Esc"], "tui.altScreen.searchClose"),
  scrollPageUp: spec("scroll", "A page up", ["PageUp"], "tui.altScreen.pageUp"),
  scrollPageDown: spec("scroll", "A page down", ["PageDown"], "tui.altScreen.pageDown"),
  scrollHalfUp: spec("scroll", "Half a page up", ["Alt-PageUp"], "tui.altScreen.halfPageUp"),
  scrollHalfDown: spec("scroll", "Half a page down", ["Alt-PageDown"], "tui.altScreen.halfPageDown"),
  scrollUp: spec("scroll", "A row up", ["Shift-Up"], "tui.altScreen.lineUp"),
  scrollDown: spec("scroll", "A row down", ["Shift-Down"], "tui.altScreen.lineDown"),
  scrollTop: spec("scroll", "To the beginning", ["Ctrl-Home"], "tui.altScreen.top"),
  scrollEnd: spec("scroll", "To the end", ["Ctrl-End"], "tui.altScreen.bottom"),
  previousQuestion: spec(
    "scroll",
    "To the question before",
    ["Ctrl-Up", "Ctrl-Shift-Up"],
    "tui.altScreen.previousPrompt",
  ),
  nextQuestion: spec(
    "scroll",
    "To the question after",
    ["Ctrl-Down", "Ctrl-Shift-Down"],
    "tui.altScreen.nextPrompt",
  ),
  cursorUp: spec("editor", "A line up; at the edge, the history", ["Up"], "tui.editor.cursorUp"),
  cursorDown: spec("editor", "A line down; at the edge, the history", ["Down"], "tui.editor.cursorDown"),
  cursorLeft: spec("editor", "A character left", ["Left", "Ctrl-B"], "tui.editor.cursorLeft"),
  cursorRight: spec("editor", "A character right", ["Right"], "tui.editor.cursorRight"),
  cursorWordLeft: spec(
    "editor",
    "A word left",
    ["Alt-Left", "Ctrl-Left", "Alt-B"],
    "tui.editor.cursorWordLeft",
  ),
  cursorWordRight: spec(
    "editor",
    "A word right",
    ["Alt-Right", "Ctrl-Right", "Alt-F"],
    "tui.editor.cursorWordRight",
  ),
  cursorLineStart: spec(
    "editor",
    "To the start of the line",
    ["Home", "Ctrl-A"],
    "tui.editor.cursorLineStart",
  ),
  cursorLineEnd: spec("editor", "To the end of the line", ["End", "Ctrl-E"], "tui.editor.cursorLineEnd"),
  cursorPageUp: spec("editor", "A page up in the text", ["Ctrl-PageUp"], "tui.editor.pageUp"),
  cursorPageDown: spec("editor", "A page down in the text", ["Ctrl-PageDown"], "tui.editor.pageDown"),
  historyOlder: spec(
    "editor",
    "The message before, from the history",
    ["Ctrl-P"],
    "tui.editor.historyPrevious",
  ),
  historyNewer: spec("editor", "The message after, from the history", ["Ctrl-N"], "tui.editor.historyNext"),
  jumpForward: spec(
    "editor",
    "To the next character that is typed then",
    ["Ctrl-]"],
    "tui.editor.jumpForward",
  ),
  jumpBackward: spec("editor", "To the one before", ["Ctrl-Alt-]"], "tui.editor.jumpBackward"),
  deleteLeft: spec("editor", "Take out the character before", ["Backspace"], "tui.editor.deleteCharBackward"),
  deleteRight: spec(
    "editor",
    "Take out the character under the cursor",
    ["Delete", "Ctrl-D"],
    "tui.editor.deleteCharForward",
  ),
  deleteWordLeft: spec(
    "editor",
    "Take out the word before",
    ["Ctrl-W", "Alt-Backspace"],
    "tui.editor.deleteWordBackward",
  ),
  deleteWordRight: spec(
    "editor",
    "Take out the word behind",
    ["Alt-D", "Alt-Delete"],
    "tui.editor.deleteWordForward",
  ),
  deleteToLineStart: spec("editor", "Take out the line before", ["Ctrl-U"], "tui.editor.deleteToLineStart"),
  deleteToLineEnd: spec("editor", "Take out the line behind", ["Ctrl-K"], "tui.editor.deleteToLineEnd"),
  yank: spec("editor", "Put back what was taken out last", ["Ctrl-Y"], "tui.editor.yank"),
  yankOlder: spec("editor", "Put back what was taken out before that", ["Alt-Y"], "tui.editor.yankPop"),
  undo: spec("editor", "Undo", ["Ctrl--"], "tui.editor.undo"),
  complete: spec("editor", "Complete a slash command or an @file", ["Tab"], "tui.input.tab"),
  copySelection: spec("editor", "Copy what is selected", ["Ctrl-C"], "tui.input.copy"),
  listUp: spec("list", "The row above", ["Up"], "tui.select.up"),
  listDown: spec("list", "The row below", ["Down"], "tui.select.down"),
  listPageUp: spec("list", "A page of rows up", ["PageUp"], "tui.select.pageUp"),
  listPageDown: spec("list", "A page of rows down", ["PageDown"], "tui.select.pageDown"),
  listChoose: spec("list", "Take the row", ["Enter"], "tui.select.confirm"),
  listClose: spec("list", "Close", ["Esc", "Ctrl-C"], "tui.select.cancel"),
  sessionFork: spec("sessions", "Go on with a copy", ["Ctrl-O", "Alt-F"]),
  sessionRename: spec("sessions", "Rename", ["Ctrl-R", "Alt-R"]),
  sessionDelete: spec("sessions", "Delete, after a question", ["Ctrl-D", "Alt-D"]),
};

/** Headings of the help and of the docs, in their order. */
export const PLACES: Readonly<Record<KeyPlace, string>> = {
  window: "The window",
  empty: "While the editor is empty",
  scroll: "The transcript",
  search: "The search",
  editor: "The editor",
  list: "Lists and dialogs",
  sessions: "The list of sessions",
};
