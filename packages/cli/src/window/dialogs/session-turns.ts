import { sessionTree, type TreeTurn } from "@mm-agent/agent";
import type { WindowHost } from "../types.js";
import { oneRow } from "./frame.js";
import { pick } from "./pick.js";
import type { PickRow } from "./picker.js";
import { switchSession } from "./switch-session.js";

type Way = "behind" | "again" | "resume";

/**
 * The session and its copies as a tree of turns. A turn can be gone on from in a copy, asked otherwise in a copy that ends
 * before it, or, where a session ends with it, that session is gone on with.
 */
export async function sessionTurns(host: WindowHost): Promise<void> {
  const { runtime, session } = host;
  const found = await sessionTree(runtime.sessions, session.id);
  if (!found.ok) return host.flash("there is nothing to go back to yet: this session has no file");
  const { turns, path, left } = found.value;
  if (turns.length === 0) return host.flash("there is nothing to go back to yet");
  const rows = rowsOf(turns, new Set(path), session.id);
  const picked = await pick<TreeTurn>(host, {
    title: left === 0 ? "Turns" : `Turns (${left} copies left out)`,
    rows,
    enter: "go on from here",
    ordered: true,
    begin: (turn) => turn.record === path.at(-1),
  });
  if (!picked) return;
  const turn = picked.value;
  const way = await pick<Way>(host, {
    title: oneRow(turn.prompt),
    rows: waysFrom(turn, session.id),
    enter: "choose",
    filter: false,
  });
  if (way) await go(host, turn, way.value);
}

function rowsOf(turns: readonly TreeTurn[], path: ReadonlySet<string>, id: string): PickRow<TreeTurn>[] {
  const rows: PickRow<TreeTurn>[] = [];
  // A chain without forks stays in its column: only a fork moves its turns to the right.
  const walk = (siblings: readonly TreeTurn[], lines: string): void => {
    for (const [index, turn] of siblings.entries()) {
      const forked = siblings.length > 1;
      const end = index === siblings.length - 1;
      const others = turn.tips.filter((tip) => tip.id !== id);
      const here = turn.tips.some((tip) => tip.id === id);
      rows.push({
        value: turn,
        label: `${lines}${forked ? (end ? "└ " : "├ ") : ""}${oneRow(turn.prompt)}`,
        note: [
          ...(here ? ["you are here"] : []),
          ...others.map((tip) => `ends: ${oneRow(tip.title) || tip.id.slice(0, 8)}`),
        ].join(" · "),
        current: path.has(turn.record),
      });
      walk(turn.children, forked ? `${lines}${end ? "  " : "│ "}` : lines);
    }
  };
  walk(turns, "");
  return rows;
}

function waysFrom(turn: TreeTurn, id: string): readonly PickRow<Way>[] {
  const other = turn.tips.find((tip) => tip.id !== id);
  const here = turn.tips.some((tip) => tip.id === id);
  return [
    ...(other && !here
      ? [{ value: "resume" as const, label: `Go on with: ${other.title || other.id.slice(0, 8)}` }]
      : []),
    { value: "behind", label: "Go on behind this turn, in a copy" },
    { value: "again", label: "Ask this otherwise, in a copy that ends before it" },
  ];
}

async function go(host: WindowHost, turn: TreeTurn, way: Way): Promise<void> {
  const { runtime, session } = host;
  if (session.busy) return host.flash("a turn is running: cancel it first");
  const tip = turn.tips.find((one) => one.id !== session.id);
  if (way === "resume" && tip) return switchSession(host, tip.id, tip.title || tip.id.slice(0, 8));
  const made = await runtime.sessions.fork(turn.session, way === "behind" ? turn.last : turn.before);
  if (!made.ok) return host.flash(made.text);
  await switchSession(host, made.value.id, `a copy of: ${made.value.title || oneRow(turn.prompt)}`);
  if (way === "again" && session.id === made.value.id) host.insert(turn.prompt);
}
