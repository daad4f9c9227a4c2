import type { SessionModeState } from "@agentclientprotocol/sdk";
import type { Mode } from "@mm-agent/core";

interface ModeText {
  readonly id: Mode;
  readonly name: string;
  readonly description: string;
}

/** The modes as editors show them, the most careful way of working first. */
export const MODES: readonly ModeText[] = [
  { id: "ask", name: "Ask", description: "Asks before edits, commands and other changes" },
  {
    id: "edits",
    name: "Accept edits",
    description: "Edits files in the folder without asking; asks for the rest",
  },
  { id: "yolo", name: "Yolo", description: "Runs everything without asking" },
  { id: "plan", name: "Plan (read-only)", description: "Only reads, searches, fetches and thinks" },
];

export function isMode(id: string): id is Mode {
  return MODES.some((mode) => mode.id === id);
}

export function modeState(mode: Mode): SessionModeState {
  return { currentModeId: mode, availableModes: MODES.map((known) => ({ ...known })) };
}
