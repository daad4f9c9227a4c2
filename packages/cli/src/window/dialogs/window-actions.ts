import type { Attachments } from "../images/attachments.js";
import { pasteImage } from "../images/paste-image.js";
import { editOutside } from "../outside/edit-outside.js";
import type { Transcript, WindowHost } from "../types.js";
import { chooseModel } from "./choose-model.js";
import { commandHelp } from "./command-help.js";
import { chooseSession } from "./choose-session.js";
import { copyAnswer, copyCode } from "./copy-code.js";
import { keyHelp } from "./key-help.js";
import { sessionTurns } from "./session-turns.js";
import { settings, type TakeUp } from "./settings.js";
import type { DialogAction } from "./window-commands.js";

/** What the actions that open something work on. */
export interface ActionScope {
  readonly host: WindowHost;
  readonly transcript: Transcript;
  readonly attachments: Attachments;
  /** What is typed and not sent. */
  draft(): string;
  setDraft(text: string): void;
  readonly takeUp?: TakeUp;
}

/** The actions of the key table that open a dialog or a program, by their names. */
export const WINDOW_ACTIONS: Readonly<Record<DialogAction, (scope: ActionScope) => Promise<void>>> = {
  help: ({ host }) => keyHelp(host),
  commands: ({ host, setDraft }) => commandHelp(host, setDraft),
  sessions: ({ host }) => chooseSession(host),
  models: async ({ host }) => void (await chooseModel(host)),
  tree: ({ host }) => sessionTurns(host),
  settings: ({ host, takeUp }) => settings(host, takeUp),
  copyAnswer: ({ host, transcript }) => copyAnswer(host, transcript),
  copyCode: ({ host, transcript }) => copyCode(host, transcript),
  pasteImage: ({ host, attachments }) => pasteImage(host, attachments),
  async externalEditor({ host, draft, setDraft }) {
    const edited = await editOutside(host, draft());
    if (edited.ok) setDraft(edited.text);
    else host.flash(edited.text);
  },
};
