import type { InputEvent, KeyPress } from "../keys/types.js";
import { actionOf, type Action } from "./bindings.js";
import { bufferOf, EMPTY, insert, type Buffer } from "./buffer.js";
import type { Completion, CompletionSource } from "../../interactive/completion.js";
import { applyCandidate, commonStart, complete } from "../../interactive/completion.js";
import { columnOf, edit } from "./edit.js";
import type { History } from "../../interactive/history.js";
import { createSearch, type Search } from "./search.js";

/** What the person wants that is not editing. */
export type Wish =
  /** Enter, or Alt-Enter while a turn runs. */
  | { readonly type: "submit"; readonly text: string; readonly alt: boolean }
  | { readonly type: "interrupt" | "escape" | "end" | "suspend" | "mode" | "clear" };

/** Steps back that Ctrl-_ remembers, and the text they may hold, in UTF-16 units. */
const UNDO_STEPS = 200;
const UNDO_SIZE = 4_000_000;

/** The prompt's text under a person's hands: keys in, a new state out. It draws nothing. */
export class Editor {
  buffer: Buffer = EMPTY;
  /** What could be completed, and the entry chosen with the arrows. */
  completion: Completion | undefined;
  chosen: number | undefined;
  search: Search | undefined;

  private readonly history: History;
  private readonly source: CompletionSource;
  private killed = "";
  private lastKill = false;
  private aim: number | undefined;
  private typing = false;
  private undo: Buffer[] = [];

  constructor(history: History, source: CompletionSource) {
    this.history = history;
    this.source = source;
  }

  get text(): string {
    return this.buffer.text;
  }

  /** Replaces the text; what stood there can be brought back with Ctrl-_. */
  set(text: string): void {
    this.remember(false);
    this.buffer = bufferOf(text);
    this.closeMenu();
  }

  /** Empties the prompt and gives what was in it, keeping it in the history. */
  take(): string {
    const { text } = this.buffer;
    this.history.add(text);
    this.history.leave();
    this.buffer = EMPTY;
    this.undo = [];
    this.typing = false;
    this.closeMenu();
    return text;
  }

  /** Takes one event; gives what is to be done beyond editing. `running`: Alt-Enter sends instead of breaking the line. */
  press(event: InputEvent, running = false): Wish | undefined {
    if (event.type === "cursor") return undefined;
    if (this.search) {
      const done = this.search.press(event);
      if (done === "stay") return undefined;
      this.remember(false);
      this.buffer = done === "leave" ? this.search.original : bufferOf(this.search.text);
      this.search = undefined;
      if (done === "leave" || done === "take") return undefined;
    }
    if (event.type !== "key") {
      this.type(event.text, event.type === "text");
      return undefined;
    }
    return this.pressKey(event, running);
  }

  /** Looks again for what could be completed, when there are new candidates. */
  refreshMenu(): void {
    if (this.typing && this.chosen === undefined) this.openMenu();
  }

  private pressKey(key: KeyPress, running: boolean): Wish | undefined {
    const { name, char, ctrl, alt, shift } = key;
    if (name === "enter" && !shift && !ctrl) return this.enter(alt, running);
    if (name === "escape") {
      if (!this.completion) return { type: "escape" };
      this.closeMenu();
      return undefined;
    }
    if (name === "tab") {
      if (shift) return { type: "mode" };
      this.completeNow();
      return undefined;
    }
    if (name === "char" && ctrl) {
      if (char === "c") return { type: "interrupt" };
      if (char === "z") return { type: "suspend" };
      if (char === "l") return { type: "clear" };
      if (char === "d") {
        if (this.buffer.text === "") return { type: "end" };
        this.act("delete-right");
        return undefined;
      }
    }
    const action = actionOf(key);
    if (action) this.act(action);
    return undefined;
  }

  private enter(alt: boolean, running: boolean): Wish | undefined {
    if (this.completion && this.chosen !== undefined) {
      this.completeNow();
      return undefined;
    }
    const { text, cursor } = this.buffer;
    if (alt && !running) {
      this.act("newline");
      return undefined;
    }
    // A backslash at the end asks for another line.
    if (!alt && cursor === text.length && /(?:^|[^\\])(?:\\\\)*\\$/.test(text)) {
      this.remember(false);
      this.buffer = bufferOf(`${text.slice(0, -1)}\n`);
      return undefined;
    }
    this.closeMenu();
    return text.trim() === "" ? undefined : { type: "submit", text, alt };
  }

  private act(action: Action): void {
    if (action === "search") {
      this.closeMenu();
      this.search = createSearch(this.history, this.buffer);
      return;
    }
    if (action === "undo") {
      const last = this.undo.pop();
      if (last) this.buffer = last;
      this.typing = false;
      this.closeMenu();
      return;
    }
    if (this.completion && (action === "up" || action === "down")) {
      const count = this.completion.candidates.length;
      const step = action === "down" ? 1 : -1;
      this.chosen =
        this.chosen === undefined ? (step === 1 ? 0 : count - 1) : (this.chosen + step + count) % count;
      return;
    }
    if (action === "yank") {
      this.type(this.killed, false);
      return;
    }
    const vertical = action === "up" || action === "down";
    const aim = vertical ? (this.aim ?? columnOf(this.buffer)) : undefined;
    const result = edit(this.buffer, action, aim ?? 0);
    if (!result) {
      this.walk(action);
      return;
    }
    this.aim = aim;
    if (result.buffer.text !== this.buffer.text) this.remember(false);
    this.buffer = result.buffer;
    if (result.killed) this.keepKilled(result.killed);
    else this.lastKill = false;
    if (action === "delete-left" && this.completion) this.openMenu();
    else this.closeMenu();
    this.typing = false;
  }

  private walk(action: Action): void {
    const entry =
      action === "up" || action === "older"
        ? this.history.older(this.buffer.text)
        : action === "down" || action === "newer"
          ? this.history.newer()
          : undefined;
    if (entry !== undefined) this.buffer = bufferOf(entry);
    this.typing = false;
    this.closeMenu();
  }

  private type(text: string, byHand: boolean): void {
    if (text === "") return;
    this.remember(byHand);
    this.buffer = insert(this.buffer, text);
    this.aim = undefined;
    this.lastKill = false;
    if (byHand) this.openMenu();
    else this.closeMenu();
  }

  /** Words typed in a row are taken back together. */
  private remember(byHand: boolean): void {
    if (!(byHand && this.typing)) {
      this.undo.push(this.buffer);
      let size = 0;
      for (let at = this.undo.length - 1; at >= 0; at -= 1) {
        size += this.undo[at]?.text.length ?? 0;
        if (size > UNDO_SIZE || this.undo.length - at > UNDO_STEPS) {
          this.undo.splice(0, at + 1);
          break;
        }
      }
    }
    this.typing = byHand;
  }

  private keepKilled({ text, at }: { readonly text: string; readonly at: "front" | "end" }): void {
    if (text === "") return;
    if (!this.lastKill) this.killed = text;
    else this.killed = at === "front" ? text + this.killed : this.killed + text;
    this.lastKill = true;
  }

  private openMenu(): void {
    this.chosen = undefined;
    this.completion = complete(this.buffer, this.source);
  }

  private closeMenu(): void {
    this.chosen = undefined;
    this.completion = undefined;
  }

  private completeNow(): void {
    this.completion ??= complete(this.buffer, this.source);
    const start =
      this.completion && this.chosen === undefined ? commonStart(this.buffer, this.completion) : undefined;
    const candidate = start ?? this.completion?.candidates[this.chosen ?? 0];
    if (!this.completion || !candidate) return;
    const next = applyCandidate(this.buffer, this.completion, candidate);
    const same = next.text === this.buffer.text;
    this.remember(false);
    this.buffer = next;
    // A folder goes on to what is in it.
    if (start || candidate.value.endsWith("/")) this.openMenu();
    else this.closeMenu();
    // A press that adds nothing marks the first one, so that the next takes it.
    if (start && same) this.chosen = 0;
  }
}
