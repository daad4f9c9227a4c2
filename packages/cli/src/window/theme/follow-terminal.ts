import type { TUI } from "@earendil-works/pi-tui";
import type { Rgb } from "./contrast.js";

/** How long the terminal may take to say its colours, in milliseconds. A later answer still counts. */
const ANSWER_MS = 300;

/** Calls `tell` with the terminal's background, now and whenever the terminal says that its colours changed. */
export function followTerminal(tui: TUI, tell: (background: Rgb) => void): void {
  const look = async (): Promise<void> => {
    const late = (background: Rgb | undefined): void => {
      if (background) tell(background);
    };
    const { background } = await tui.queryTerminalColors({
      timeoutMs: ANSWER_MS,
      onLateReply: (colors) => late(colors.background),
    });
    late(background);
  };
  tui.onTerminalColorSchemeChange(() => void look());
  tui.setTerminalColorSchemeNotifications(true);
  void look();
}
