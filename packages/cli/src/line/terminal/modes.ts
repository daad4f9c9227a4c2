/** What is switched on while mm reads keys, in this order; it is switched off in the opposite one. */
const MODES: readonly (readonly [on: string, off: string])[] = [
  // Bracketed paste: pasted text arrives marked as such.
  ["\x1b[?2004h", "\x1b[?2004l"],
  // Kitty keyboard protocol, "disambiguate": Escape and Shift-Enter become keys of their own. Others ignore it.
  ["\x1b[>1u", "\x1b[<u"],
];

export interface ModeStreams {
  readonly input: { setRawMode?(raw: boolean): unknown };
  readonly write: (bytes: string) => void;
}

export interface Modes {
  /** True while they are on. */
  readonly on: boolean;
  enter(): void;
  /** Undoes `enter` as its mirror image; does nothing when they are off. */
  leave(): void;
}

/** Raw keys and the terminal's input modes, as one switch. */
export function createModes({ input, write }: ModeStreams): Modes {
  let on = false;
  return {
    get on() {
      return on;
    },
    enter() {
      if (on) return;
      on = true;
      input.setRawMode?.(true);
      write(MODES.map(([enter]) => enter).join(""));
    },
    leave() {
      if (!on) return;
      on = false;
      write(
        MODES.map(([, leave]) => leave)
          .toReversed()
          .join(""),
      );
      try {
        input.setRawMode?.(false);
      } catch {
        // The terminal has gone: what runs must end all the same.
      }
    },
  };
}
