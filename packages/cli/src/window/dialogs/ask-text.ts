import { getKeybindings, Input, type Component, type Focusable } from "@earendil-works/pi-tui";
import type { WindowHost } from "../types.js";
import { drawFrame, innerWidth, oneRow } from "./frame.js";
import { typeInto } from "./type-into.js";
import { openDialog } from "./open-dialog.js";

/** Asks for one line of text; undefined when the dialog was closed. */
export function askText(host: WindowHost, title: string, before = ""): Promise<string | undefined> {
  return openDialog<string>(host, (done) => new TextDialog(host, { title, before }, done));
}

class TextDialog implements Component, Focusable {
  readonly capturesViewportInput = true;
  private readonly input = new Input({ prompt: "> " });

  constructor(
    private readonly host: WindowHost,
    private readonly about: { readonly title: string; readonly before: string },
    private readonly done: (text: string | undefined) => void,
  ) {
    typeInto(this.input, about.before);
  }

  get focused(): boolean {
    return this.input.focused;
  }

  set focused(value: boolean) {
    this.input.focused = value;
  }

  invalidate(): void {
    this.input.invalidate();
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.cancel")) this.done(undefined);
    else if (keys.matches(data, "tui.select.confirm")) this.done(this.input.getValue());
    else this.input.handleInput(data);
    this.host.tui.requestRender();
  }

  render(width: number): string[] {
    const key = (action: string): string => this.host.keys.keysOf(action)[0] ?? "-";
    return drawFrame(this.host.theme, width, {
      title: oneRow(this.about.title),
      rows: this.input.render(innerWidth(width)),
      hint: `${key("listChoose")} take it · ${key("listClose")} close`,
    });
  }
}
