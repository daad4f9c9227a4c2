/** Notices that an agent has gone silent. */
export interface Silence {
  /** Aborts when the silence has lasted too long. */
  readonly signal: AbortSignal;
  /** The agent did something. */
  life(): void;
  /** Holds the clock while a person thinks about a question; call what it gives to go on. */
  pause(): () => void;
  stop(): void;
}

/** While the agent runs a tool the wait is this many times as long: tools have limits of their own. */
const CALL_STRETCH = 6;

/** A watch over `ms` of silence; 0 or Infinity switches it off. */
export function watchSilence(ms: number, calling: () => boolean): Silence {
  const abort = new AbortController();
  let heard = performance.now();
  let paused = 0;
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const limit = ms * (calling() ? CALL_STRETCH : 1);
    const left = heard + limit - performance.now();
    if (paused > 0) timer = setTimeout(check, ms);
    else if (left <= 0) abort.abort();
    else timer = setTimeout(check, Math.min(left, ms));
  };
  if (ms > 0 && Number.isFinite(ms)) timer = setTimeout(check, ms);
  return {
    signal: abort.signal,
    life: () => {
      heard = performance.now();
    },
    pause() {
      paused += 1;
      return () => {
        paused -= 1;
        heard = performance.now();
      };
    },
    stop: () => clearTimeout(timer),
  };
}
