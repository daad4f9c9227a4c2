import type { RunStatus } from "../run/run-command.js";

/** How Go and POSIX name the ends by signal. */
const SIGNAL_NAMES: Readonly<Record<string, string>> = {
  SIGABRT: "aborted",
  SIGALRM: "alarm clock",
  SIGBUS: "bus error",
  SIGFPE: "floating point exception",
  SIGHUP: "hangup",
  SIGILL: "illegal instruction",
  SIGINT: "interrupt",
  SIGIO: "I/O possible",
  SIGKILL: "killed",
  SIGPIPE: "broken pipe",
  SIGPROF: "profiling timer expired",
  SIGPWR: "power failure",
  SIGQUIT: "quit",
  SIGSEGV: "segmentation fault",
  SIGSTKFLT: "stack fault",
  SIGSYS: "bad system call",
  SIGTERM: "terminated",
  SIGTRAP: "trace/breakpoint trap",
  SIGUSR1: "user defined signal 1",
  SIGUSR2: "user defined signal 2",
  SIGVTALRM: "virtual timer expired",
  SIGXCPU: "CPU time limit exceeded",
  SIGXFSZ: "file size limit exceeded",
};

/**
 * The line the output ends with; undefined after success.
 *
 * @param timeout Seconds the command was given.
 */
export function statusLine(status: RunStatus, timeout: number): string | undefined {
  if (status.type === "exited")
    return status.code === 0 ? undefined : `[exit code: exit status ${status.code}]`;
  if (status.type === "signalled")
    return `[exit code: signal: ${SIGNAL_NAMES[status.signal] ?? status.signal}]`;
  if (status.type === "timeout") return `[error: ${timeout}s timeout exceeded]`;
  return status.type === "cancelled" ? "[error: cancelled]" : `[error: ${status.reason}]`;
}
