import { createLane, type CallLine, type Lane } from "./lanes.js";
import type { Entry } from "./list/entry.js";
import type { RowList } from "./list/row-list.js";
import { createSection } from "./section.js";

/** What an agent said of itself. */
interface AgentName {
  readonly title?: string;
  readonly model?: string;
}

/** The model and where it runs, which the title of the call says: `critic (ollama/qwen3) — Look`. */
function withProvider(model: string, call: string): string {
  const made = /^[^(]*\(([^/()]+)\/(.+?)\)(?: — |$)/.exec(call);
  return made?.[1] !== undefined && made[2] === model ? `${model} @ ${made[1]}` : model;
}

/** The lanes of all agents at work: where each one's blocks go, and which call asked it. */
export class LaneBook {
  readonly own = createLane([]);
  readonly #list: RowList;
  readonly #titleOf: ((path: readonly string[]) => string | undefined) | undefined;
  readonly #lanes = new Map<string, Lane>();
  /** What agents said of themselves, which they do before anything of theirs is drawn. */
  readonly #names = new Map<string, AgentName>();

  constructor(list: RowList, titleOf?: (path: readonly string[]) => string | undefined) {
    this.#list = list;
    this.#titleOf = titleOf;
  }

  find(path: readonly string[]): Lane | undefined {
    return path.length === 0 ? this.own : this.#lanes.get(path.join("\0"));
  }

  /** Begins the part of an asked agent, below the call that asked it. The lane above it must be there. */
  open(path: readonly string[]): Lane {
    const parent = this.find(path.slice(0, -1)) ?? this.own;
    const name = path.at(-1) ?? "";
    const asking = this.#askingCall(parent, name);
    const block = createSection(`mm [${this.#titleOf?.(path) ?? name}]`);
    const after = asking?.entry ?? this.endOf(parent);
    const entry = this.#list.add(block, path.length - 1, parent.head?.entry, after);
    const lane = createLane(path, { entry, block }, asking);
    this.#lanes.set(path.join("\0"), lane);
    this.#apply(lane);
    return lane;
  }

  /** An agent has said how it calls itself, or which model it has. */
  name(path: readonly string[], told: AgentName): void {
    const key = path.join("\0");
    this.#names.set(key, { ...this.#names.get(key), ...told });
    const lane = this.#lanes.get(key);
    if (lane) this.#apply(lane);
  }

  /** The last entry of a lane and of the agents it asked; undefined for the session's own, which ends with the list. */
  endOf({ head, last }: Lane): Entry | undefined {
    if (!head || !last) return undefined;
    const { entries } = this.#list;
    let at = entries.lastIndexOf(last);
    while (belongs(entries[at + 1], head.entry)) at += 1;
    return entries[at];
  }

  /** Takes out the agents that a call asked: it is done. */
  close(line: CallLine): Lane[] {
    const closed = [...this.#lanes.values()].filter((lane) => lane.asking === line);
    for (const lane of closed) this.drop(lane);
    return closed;
  }

  drop(lane: Lane): void {
    this.#lanes.delete(lane.path.join("\0"));
  }

  clear(): void {
    this.#lanes.clear();
  }

  all(): Lane[] {
    return [this.own, ...this.#lanes.values()];
  }

  titles(): string[] {
    return [...this.#lanes.values()]
      .toSorted((a, b) => a.path.length - b.path.length)
      .map(({ head, model }) => `${head?.block.title ?? ""}${model === undefined ? "" : ` · ${model}`}`);
  }

  #apply(lane: Lane): void {
    const { title, model } = this.#names.get(lane.path.join("\0")) ?? {};
    if (model !== undefined) lane.model = withProvider(model, lane.asking?.block.title ?? "");
    // An mm that was given no title goes by the name it is asked by.
    if (!lane.head || title === undefined || title === "mm") return;
    lane.head.block.title = `mm [${title}]`;
    this.#list.touch(lane.head.entry);
  }

  /** The call that asked the agent: one that runs, names it, and whose agent has not spoken yet. */
  #askingCall(parent: Lane, name: string): CallLine | undefined {
    const taken = new Set([...this.#lanes.values()].map((lane) => lane.asking));
    const open = [...parent.calls.values()].filter(
      (line) => line.block.tool === "ask_agent" && !taken.has(line),
    );
    return open.find((line) => line.block.title.startsWith(name)) ?? open[0];
  }
}

function belongs(entry: Entry | undefined, head: Entry): boolean {
  for (let at = entry?.head; at; at = at.head) if (at === head) return true;
  return false;
}
