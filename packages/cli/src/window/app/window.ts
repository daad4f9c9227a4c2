import type { Answer, MmEvent, PermissionRequest } from "@mm-agent/core";
import type { Runtime, Session } from "@mm-agent/agent";
import type { Component, OverlayHandle, ScrollView } from "@earendil-works/pi-tui";
import { Conversation } from "../../interactive/conversation.js";
import { internalError } from "../../interactive/face.js";
import { notification } from "../../interactive/notify.js";
import { FRAME_MS } from "../../interactive/spinner-frame.js";
import { oneLine } from "../../output/one-line.js";
import { WindowEditor } from "../editor/window-editor.js";
import { gitBranch } from "../frame/git-branch.js";
import { filledBy } from "../frame/filled-by.js";
import { Attachments } from "../images/attachments.js";
import { Asker } from "../permission/asker.js";
import { PermissionBox } from "../permission/permission-box.js";
import { takeTerminal, type TakenTerminal } from "../terminal/take-terminal.js";
import type { PacedScreen } from "../terminal/paced-screen.js";
import type { Transcript, WindowHost } from "../types.js";
import { act, actionOfLine } from "./act.js";
import { createFace } from "./create-face.js";
import { createHandlers } from "./create-handlers.js";
import { createHost } from "./create-host.js";
import { farewell } from "./farewell.js";
import { layOut } from "./lay-out.js";
import { press, type Place } from "./press.js";
import type { WindowOptions } from "./window-options.js";

/** With reduced motion only the seconds move. */
const STILL_MS = 1000;

/** The window at work: keys, events and time on one side, the components on the other. */
export class Window {
  readonly options: WindowOptions;
  readonly terminal: TakenTerminal;
  readonly tui: PacedScreen;
  readonly transcript: Transcript;
  readonly editor: WindowEditor;
  readonly asker: Asker;
  readonly box: PermissionBox;
  readonly talk: Conversation;
  readonly host: WindowHost;
  readonly attachments = new Attachments();
  /** Undefined until it is open: the first frame does not wait for it. */
  runtime: Runtime | undefined;
  /** Said above the editor until the next key. */
  hint: string | undefined;
  branch: string | undefined;
  /** Tokens that the last request filled the model's window with. */
  filled = 0;
  /** Enter was pressed before the conversation was open: the prompt is sent as soon as it is. */
  sentEarly = false;
  private readonly scroll: ScrollView;
  private dialog: OverlayHandle | undefined;
  private ticker: NodeJS.Timeout | undefined;
  private readonly leaving: ((code: number) => void)[] = [];
  private endCode: number | undefined;

  constructor(options: WindowOptions) {
    const { theme, history, source, out, cwd } = options;
    this.options = options;
    this.terminal = takeTerminal(createHandlers(this), theme, out);
    const { tui } = this.terminal;
    this.tui = tui;
    this.transcript = options.createTranscript(() => this.draw());
    this.editor = new WindowEditor({ tui, theme, source, history });
    this.asker = new Asker({ changed: () => this.focus() });
    this.talk = new Conversation(createFace(this), options.settings);
    this.editor.onSubmit = (text) => {
      this.editor.keep(text);
      this.submit(text, false);
    };
    this.editor.onChange = () => this.talk.typed();
    this.box = new PermissionBox({
      asker: this.asker,
      theme,
      cwd,
      rows: () => tui.terminal.rows,
      burst: () => this.terminal.burst,
      editor: this.editor,
      elsewhere: (data) => press(this, data, "asked"),
    });
    this.host = createHost(this);
    this.branch = gitBranch(cwd);
    this.scroll = layOut(this);
    tui.onFrame = () => queueMicrotask(() => this.refocus());
    tui.addInputListener((data) => (press(this, data, this.place) ? { consume: true } : undefined));
  }

  get session(): Session | undefined {
    return this.talk.session;
  }

  get ended(): boolean {
    return this.endCode !== undefined;
  }

  /** Who has the keyboard. */
  private get place(): Place {
    if (this.tui.hasOverlay()) return "dialog";
    // The box hands on what is no answer by itself.
    return this.asker.current ? "dialog" : "editor";
  }

  /** Draws the first frame and begins to read keys. */
  start(): void {
    this.tui.setFocus(this.editor);
    this.terminal.start();
    this.tui.renderNow();
  }

  /** Runs until the person leaves; gives the exit code. */
  run(session: Session, first?: string): Promise<number> {
    this.talk.session = session;
    session.subscribe((event) => this.onEvent(event));
    this.draw();
    return new Promise((resolve) => {
      this.leaving.push(resolve);
      if (this.endCode !== undefined) resolve(this.endCode);
      else if (first !== undefined && first.trim() !== "") this.submit(first, false);
      else if (this.sentEarly && !this.editor.empty) this.submit(this.editor.draft, false);
    });
  }

  /** Shows another conversation. */
  replace(events: readonly MmEvent[]): void {
    this.transcript.clear();
    this.filled = 0;
    this.replay(events);
  }

  /** Shows a conversation that went before, below what stands there. */
  replay(events: readonly MmEvent[]): void {
    this.filled = 0;
    for (const event of events) this.filled = filledBy(event) ?? this.filled;
    this.transcript.replay(events);
    this.draw();
  }

  submit(text: string, alt: boolean): void {
    const { session, editor, talk } = this;
    if (text.trim() === "") return;
    this.tui.scrollToBottom();
    const action = session ? actionOfLine(text) : undefined;
    if (action !== undefined) {
      if (editor.draft.trim() === text.trim()) editor.take();
      act(this, action);
    } else if (session) talk.submit(text.trim(), alt);
    else {
      this.sentEarly = true;
      if (editor.empty) editor.setText(text);
    }
  }

  /** Something of ours broke. */
  fail(error: unknown): void {
    this.transcript.say([{ type: "text", text: internalError(error) }], "error");
    this.draw();
  }

  say(hint: string): void {
    this.hint = hint;
    this.draw();
  }

  /** Puts a permission question; answered with `cancelled` when the turn is cancelled. */
  ask(request: PermissionRequest): Promise<Answer> {
    this.tell(`${request.tool} needs permission`);
    // The box may stand behind a dialog.
    if (this.tui.hasOverlay()) this.tui.flash(`${oneLine(request.tool)} needs permission`);
    return this.asker.ask(request);
  }

  /** Shows a component over the transcript, with the keyboard. One at a time. */
  open(dialog: Component): () => void {
    this.dialog?.hide();
    this.asker.hold();
    const handle = this.tui.showOverlay(dialog, {
      width: "90%",
      minWidth: 40,
      maxHeight: "80%",
      anchor: "center",
      margin: { top: 1, bottom: 1 },
    });
    this.dialog = handle;
    return () => {
      handle.hide();
      if (this.dialog === handle) this.dialog = undefined;
      this.focus();
    };
  }

  /** The keyboard goes to the question that stands open, else to the editor; a dialog keeps it. */
  focus(): void {
    if (this.ended) return;
    const { asker, tui } = this;
    if (!tui.hasOverlay()) {
      tui.setFocus(asker.current ? this.box : this.editor);
      if (asker.current && !asker.current.armed && !asker.arms) asker.quiet();
    } else asker.hold();
    this.draw();
  }

  /** The search has closed, which nobody tells: a question that waited behind it gets the keyboard, the end is followed. */
  private refocus(): void {
    if (this.tui.hasOverlay()) return;
    if (this.asker.current && !this.box.focused) this.focus();
    if (!this.scroll.isFollowingEnd) this.scroll.scrollTo(this.scroll.scrollTop);
  }

  /** The spinner's time. */
  tick(on: boolean): void {
    clearInterval(this.ticker);
    this.ticker = on
      ? setInterval(() => this.draw(), this.options.settings.still ? STILL_MS : FRAME_MS)
      : undefined;
    if (!on) this.branch = gitBranch(this.options.cwd);
    this.draw();
  }

  tell(text: string): void {
    const bytes = notification(this.options.settings.notify, text, this.options.env);
    if (bytes !== "") this.terminal.send(bytes);
  }

  /** Calls once the person leaves, before the terminal is given back: that may fail, and what runs must end. */
  onLeave(listener: (code: number) => void): void {
    this.leaving.push(listener);
  }

  leave(code: number): void {
    if (this.ended) return;
    this.endCode = code;
    clearInterval(this.ticker);
    this.talk.close();
    this.asker.close();
    for (const listener of this.leaving) listener(code);
    this.terminal.close((width, rows) => farewell(this, width, rows));
  }

  draw(): void {
    if (!this.ended) this.tui.requestRender();
  }

  private onEvent(event: MmEvent): void {
    if (this.talk.event(event)) return;
    if (event.type === "permission.answered") this.asker.settled(event.id);
    this.filled = filledBy(event) ?? this.filled;
    this.transcript.event(event);
    this.draw();
  }
}
