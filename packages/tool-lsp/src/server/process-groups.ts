import { spawn, type ChildProcess } from "node:child_process";

/** Groups of servers that are running now. */
const groups = new Set<number>();
let reaper: ChildProcess | undefined;

/**
 * Reads `+<group>` and `-<group>` lines; when the pipe closes, because its owner is gone for whatever reason, it ends
 * every group that is still listed. Blocks in `read` until then.
 */
const REAPER = `
groups=" "
while read -r line; do
  case $line in
    +*) groups="$groups\${line#+} " ;;
    -*) groups=$(printf %s "$groups" | sed "s/ \${line#-} / /") ;;
  esac
done
[ "$groups" = " " ] && exit 0
sleep 1
for group in $groups; do kill -TERM "-$group" 2>/dev/null; done
sleep 2
for group in $groups; do kill -KILL "-$group" 2>/dev/null; done
`;

/**
 * Makes sure that a process group ends with this process: on `process.exit`, on an uncaught error, and, through a
 * small shell that outlives it, also when this process is killed. Gives back the function that ends the watch.
 */
export function trackGroup(pid: number): () => void {
  if (groups.size === 0) process.on("exit", killAll);
  groups.add(pid);
  tellReaper(`+${pid}`);
  return () => {
    if (!groups.delete(pid)) return;
    tellReaper(`-${pid}`);
    if (groups.size > 0) return;
    process.off("exit", killAll);
    reaper?.stdin?.end();
    reaper = undefined;
  };
}

/** Signals a group; a group that is gone is fine. On Windows only the process itself can be signalled. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 0) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // Gone already.
  }
}

function killAll(): void {
  for (const pid of groups) killGroup(pid, "SIGKILL");
}

function tellReaper(line: string): void {
  if (process.platform === "win32") return;
  reaper ??= startReaper();
  reaper.stdin?.write(`${line}\n`);
}

function startReaper(): ChildProcess {
  const child = spawn("/bin/sh", ["-c", REAPER], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
  });
  child.on("error", () => undefined);
  child.stdin?.on("error", () => undefined);
  child.unref();
  (child.stdin as { unref?(): void } | null)?.unref?.();
  return child;
}
