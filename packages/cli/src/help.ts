const MAIN = `mm — a coding agent for the terminal

Usage
  mm -p "prompt"          one turn: the answer on stdout, everything else on stderr
  mm -p < file            the prompt from stdin; piped input is added to a prompt
  mm tools [--json]       the tools as the model sees them, and why one is absent
  mm call <tool> '<json>' run one tool without a model ('-' reads the JSON from stdin)
  mm call --batch         one {"tool", "input"} per line of stdin, one result per line
  mm demo                 watch a scripted model fix a small bug with the real tools
  mm config               the settings in effect and where each comes from
  mm help <command>       more about one command

Options
  -p, --print             one turn, then exit
  -C, --cwd <folder>      work in this folder
      --config <file>     a further config file
      --provider <name>   openai, ollama, lmstudio, llamacpp, docker, openrouter, scripted
  -m, --model <name>      the model (for scripted: a file)
      --base-url <url>    an OpenAI-compatible server
      --mode <mode>       ask, edits, yolo or plan
      --yolo, --no-yolo   run everything, or ask before changes
      --allow <rule>      allow for this run, e.g. 'bash:git status*' (repeatable)
      --deny <rule>       deny for this run; denies hold in every mode (repeatable)
      --max-turns <n>     model requests in one turn
      --trust             trust this folder's project configuration for this run
      --output-format <f> text, json or stream-json (with -p)
      --json              machine-readable output (tools, call, config)
  -h, --help              this text
  -v, --version           the version

Exit codes
  0 done   1 the turn or tool failed   2 usage, configuration or no provider
  3 stopped by a limit or the loop detector   130 interrupted
`;

const COMMANDS: Readonly<Record<string, string>> = {
  tools: `mm tools [--json]

Lists every tool as the model sees it, with its plugin and version, and for each absent tool one line why.
--json prints {"tools": [...], "absent": [...], "plugins": [...]}.
`,
  call: `mm call <tool> '<json>' [--json]
mm call --batch

Runs one tool through the whole dispatcher (arguments, hooks, permission, loop detector) without a model.
'-' instead of the JSON reads it from stdin. Prints the text the model would read; --json prints the whole result.
Exit code 0 when the tool succeeded, 1 when it reported a failure, 2 for wrong usage.

--batch reads one {"tool": ..., "input": ...} per line from stdin and prints one
{"tool","ok","code","text","title","kind","changes","locations","ms"} per line, in order, in one session.
A line that is no JSON gives an "invalid_input" line. Exit code 0 at the end of the input.
`,
  demo: `mm demo

Copies a small broken project into a temporary folder and plays a scripted model that finds and fixes the bug with the
real tools. No model is asked and nothing leaves the machine.
`,
  config: `mm config [--json]

Prints the settings in effect and where each comes from: default, a file and line, the environment, or a flag.
Secrets are hidden.
`,
};

/** The help text of a command, or the main one. */
export function helpFor(command: string | undefined): string {
  return (command === undefined ? undefined : COMMANDS[command]) ?? MAIN;
}
