const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** Milliseconds between two frames. */
export const FRAME_MS = 120;

/** The spinner's sign at a time. */
export function frameAt(ms: number): string {
  return FRAMES[Math.floor(ms / FRAME_MS) % FRAMES.length] ?? "⠋";
}

/** How long something takes, for people. */
export function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Tokens in as few characters as tell how many they are. */
export function count(tokens: number): string {
  return tokens < 10_000 ? String(tokens) : `${(tokens / 1000).toFixed(0)}k`;
}
