import { processTable, type ProcessEntry } from "./process-table.js";

/**
 * The processes of one command: the shell's group, its session and all their descendants. A group alone misses
 * what `timeout` and `set -m` start, a session alone what `setsid` starts. Sessions led by a member count too. Whoever was seen once stays a member,
 * even when its parent has died since.
 */
export class Family {
  private readonly shell: number;
  /** Sessions that members lead: the shell's, and those made by `setsid` below it. */
  private readonly sessions: Set<number>;
  /** Process id to start time. */
  private readonly known = new Map<number, string>();

  constructor(shell: number) {
    this.shell = shell;
    this.sessions = new Set([shell]);
  }

  /** Ids of the members that are alive now. */
  alive(): number[] {
    const table = processTable().filter((entry) => entry.pid > 1 && entry.pid !== process.pid);
    const members = new Map<number, ProcessEntry>();
    for (let before = -1; before < members.size;) {
      before = members.size;
      for (const entry of table) {
        if (this.belongs(entry)) members.set(entry.pid, entry);
      }
      addDescendants(members, table);
      for (const entry of members.values()) if (entry.session === entry.pid) this.sessions.add(entry.pid);
    }
    this.known.clear();
    for (const entry of members.values()) {
      if (!entry.zombie) this.known.set(entry.pid, entry.started);
    }
    return [...this.known.keys()];
  }

  /** Sends a signal to every living member, and to the group in case the process table is hidden from us. */
  signal(name: NodeJS.Signals): void {
    for (const pid of this.alive()) send(pid, name);
    send(-this.shell, name);
  }

  private belongs(entry: ProcessEntry): boolean {
    if (this.sessions.has(entry.session) || entry.group === this.shell || entry.pid === this.shell)
      return true;
    return this.known.get(entry.pid) === entry.started;
  }
}

function addDescendants(members: Map<number, ProcessEntry>, table: readonly ProcessEntry[]): void {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  const open = [...members.keys()];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const child of children.get(pid) ?? []) {
      if (members.has(child.pid)) continue;
      members.set(child.pid, child);
      open.push(child.pid);
    }
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already, or not ours to signal.
  }
}
