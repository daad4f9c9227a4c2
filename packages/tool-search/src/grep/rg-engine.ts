import { isUtf8 } from "node:buffer";
import type { Construct } from "../pattern/node.js";
import { slashes } from "../path/slashes.js";
import { keepVisible } from "./keep-visible.js";
import { runRg } from "./run-rg.js";
import { BLOCKED, hasPipeAround, watchPipes } from "./watch-pipes.js";
import {
  EngineError,
  MAX_FILES,
  type Counted,
  type CountedFile,
  type Engine,
  type Hit,
  type SearchJob,
} from "./types.js";

/** Never a config file of the person's, never their global ignore file: everybody gets the same lines. */
const ALWAYS = [
  "--no-config",
  "--color=never",
  "--no-messages",
  "--no-ignore-messages",
  "--with-filename",
  "--null",
];
const WALK = ["--hidden", "--no-ignore-global", "--glob=!.git", "--count", "--stats"];
/** What is named is searched whatever the rules; and where an ignore file is a pipe, ours decide alone. */
const NO_RULES = "--no-ignore";
/** A line longer than one byte is not printed, only where it matches. */
const LOCATE = [NO_RULES, "--text", "--line-number", "--column", "--no-heading", "--max-columns=1"];

/** A column behind any line. */
const LINE_END = Number.MAX_SAFE_INTEGER;

/** Bytes of paths in one command line; systems allow from 128 KiB. */
const MAX_ARGS = 60_000;

const PCRE_ONLY: ReadonlySet<string> = new Set<Construct>(["inline flags", "a set operation"]);

/** Searches with the ripgrep at `program`. `hasPcre` says whether that build has PCRE2. */
export function createRgEngine(
  name: "@vscode/ripgrep" | "rg",
  program: string,
  hasPcre: () => Promise<boolean>,
): Engine {
  const run = (job: SearchJob, args: readonly string[], onOutput: (chunk: Buffer) => void) =>
    runRg(program, [...ALWAYS, ...args], { cwd: job.root, env: job.env, signal: job.signal, onOutput });

  const count = async (job: SearchJob, rules: readonly string[]): Promise<Counted> => {
    const files: CountedFile[] = [];
    let odd = false;
    const rows = createRows((path, value) => {
      if (!isUtf8(path)) odd = true;
      else files.push({ path: slashes(path.toString()).slice(2), count: Number(value) });
      if (files.length > MAX_FILES) throw new EngineError("too_many", `more than ${MAX_FILES} files match`);
    });
    const what =
      job.file === undefined
        ? [...WALK, ...rules, ...typeArgs(job), ...pattern(job), "--", "./"]
        : ["--count", "--stats", "--text", ...rules, ...pattern(job), "--", `./${job.file}`];
    const { code, errors } = await run(job, what, rows.push);
    if (code !== 0 && code !== 1 && errors !== "" && files.length === 0)
      throw new EngineError("pattern", reason(errors));
    if (code === null) throw new EngineError("failed", "ripgrep was killed");
    const searched = Number(/^(\d+) files? searched$/m.exec(rows.rest())?.[1] ?? 0);
    const visible = job.file === undefined ? await keepVisible(job, files) : files;
    return { files: visible, searched, unreadable: odd || code === 2 };
  };

  return {
    name,
    async lacks(constructs) {
      const hard = constructs.filter((construct) => !PCRE_ONLY.has(construct));
      if (hard.length === 0) return undefined;
      if (!(await hasPcre())) return hard[0];
      return constructs.find((construct) => construct === "a set operation");
    },

    async count(job) {
      if (job.file !== undefined || hasPipeAround(job.root)) return count(job, [NO_RULES]);
      const watch = watchPipes(job);
      try {
        return await count({ ...job, signal: watch.signal }, ruleArgs(job));
      } catch (error) {
        if (error !== BLOCKED) throw error;
        return await count(job, [NO_RULES]);
      } finally {
        watch.end();
      }
    },

    async locate(job, paths, most) {
      const hits = new Map<string, Hit[]>();
      const rows = createRows((path, value) => {
        // An empty match behind the last character of a file without a final line end has no column.
        const at = /^(\d+):(?:(\d+):)?/.exec(value);
        if (!at) return;
        const key = slashes(path.toString()).slice(2);
        const found = hits.get(key) ?? [];
        found.push({ line: Number(at[1]), column: at[2] === undefined ? LINE_END : Number(at[2]) });
        hits.set(key, found);
      });
      for (const batch of batches(paths)) {
        const args = [
          ...LOCATE,
          `--max-count=${most}`,
          ...pattern(job),
          "--",
          ...batch.map((path) => `./${path}`),
        ];
        await run(job, args, rows.push);
      }
      return hits;
    },

    close() {},
  };
}

function ruleArgs({ scope }: SearchJob): string[] {
  return [
    // Asked for everywhere, some versions would not see where a repository begins and read the rules above it.
    ...(scope.repository ? [] : ["--no-require-git"]),
    ...(scope.native ? [] : ["--no-ignore-parent"]),
  ];
}

function typeArgs({ include }: SearchJob): string[] {
  const names = include?.test.names ?? [];
  return [...names.map((name) => `--type-add=mm:${name}`), ...(names.length > 0 ? ["--type=mm"] : [])];
}

function pattern({ pattern: { rust, fixed, ignoreCase, constructs } }: SearchJob): string[] {
  return [
    ...(fixed ? ["--fixed-strings"] : []),
    ...(constructs.some((construct) => !PCRE_ONLY.has(construct)) ? ["--pcre2"] : []),
    ignoreCase ? "--ignore-case" : "--case-sensitive",
    `--regexp=${rust}`,
  ];
}

/** Splits `path NUL value LF`, whatever characters the path has. */
function createRows(onRow: (path: Buffer, value: string) => void): {
  push(chunk: Buffer): void;
  /** What came after the last row. */
  rest(): string;
} {
  let left: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      const bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
      let start = 0;
      for (;;) {
        const zero = bytes.indexOf(0, start);
        const end = zero < 0 ? -1 : bytes.indexOf(10, zero);
        if (end < 0) break;
        onRow(bytes.subarray(start, zero), bytes.toString("latin1", zero + 1, end));
        start = end + 1;
      }
      left = bytes.subarray(start);
    },
    rest: () => left.toString(),
  };
}

function* batches(paths: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let size = 0;
  for (const path of paths) {
    const bytes = Buffer.byteLength(path) + 8;
    if (size + bytes > MAX_ARGS && batch.length > 0) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(path);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** The last line of ripgrep's complaint, which says what is wrong; the lines above repeat the pattern. */
function reason(errors: string): string {
  const lines = errors.split("\n").map((line) => line.trim());
  const told = lines.findLast((line) => line.startsWith("error:")) ?? lines.find((line) => line !== "") ?? "";
  return told.replace(/^(?:rg: )?(?:error: )?/, "").slice(0, 200);
}
