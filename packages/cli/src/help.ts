const MAIN = `mm — a coding agent for the terminal

Usage
  mm ["prompt"]           a conversation in the terminal, begun with the prompt if there is one
  mm -p "prompt"          one turn: the answer on stdout, everything else on stderr
  mm -p < file            the prompt from stdin; piped input is added to a prompt
  mm --ask <agent> "…"    one question to another agent, its answer on stdout
  mm tools [--json]       the tools as the model sees them, and why one is absent
  mm call <tool> '<json>' run one tool without a model ('-' reads the JSON from stdin)
  mm call --batch         one {"tool", "input"} per line of stdin, one result per line
  mm acp, mm -acp         an agent for editors: the Agent Client Protocol on stdin and stdout
  mm demo                 watch a scripted model fix a small bug with the real tools
  mm config               the settings in effect and where each comes from
  mm models               the models on offer and the sizes of their windows
  mm login <provider>     store an API key (typed unseen or piped in); mm logout takes it out
  mm sessions …           list, show, export, delete or fork stored conversations
  mm permissions …        the rules in effect; revoke a remembered answer
  mm trust …              let this folder's own configuration count
  mm doctor               check the installation, the configuration and the model
  mm help <command>       more about one command

Options
  -p, --print             one turn, then exit
  -C, --cwd <folder>      work in this folder
      --config <file>     a further config file
      --provider <name>   ollama, lmstudio, llamacpp, docker, anthropic, openai, openrouter,
                          scripted; without it what this machine offers is looked for
  -m, --model <name>      the model (for scripted: a file)
      --base-url <url>    an OpenAI-compatible server
      --mode <mode>       ask, edits, yolo or plan
      --yolo, --no-yolo   run everything, or ask before changes
      --allow <rule>      allow for this run, e.g. 'bash:git status*' (repeatable)
      --deny <rule>       deny for this run; denies hold in every mode (repeatable)
      --max-turns <n>     model requests in one turn
      --line              line mode, where nothing printed is rewritten, instead of the window
      --trust             trust this folder's project configuration for this run
  -c, --continue          go on with the newest conversation of this folder
  -r, --resume [id]       go on with another one; without an id, choose
      --ask <agent>       ask this agent (mmConfigs, agents.builtin) instead of the model
      --output-format <f> text, json or stream-json (with -p and --ask)
      --json              machine-readable output (of the sub-commands)
  -h, --help              this text
  -v, --version           the version

Exit codes
  0 done   1 the turn or tool failed   2 usage, configuration or no provider
  3 stopped by a limit or the loop detector   130 interrupted (128 + N for signal N)
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
  acp: `mm acp [--unstable]
mm -acp, mm --acp

Speaks the Agent Client Protocol on stdin and stdout, for Zed, JetBrains IDEs, Neovim, Emacs and other editors; they
start it by themselves. Every session works in the folder the editor names. The options of the command line, such as
--provider, --model and --mode, hold for all sessions. --unstable offers session/fork as well. Ends when stdin ends.
`,
  demo: `mm demo

Copies a small broken project into a temporary folder and plays a scripted model that finds and fixes the bug with the
real tools. No model is asked and nothing leaves the machine.
`,
  models: `mm models [--json]

Lists what the configured provider offers, with the window of each model in tokens ("about": known by its name only) and a
star at the one in use. Without a provider: every model server found on this machine (Ollama 11434, LM Studio 1234,
llama.cpp 8080, Docker Model Runner 12434; MM_PROBE=off looks for none, MM_PROBE=ollama=11500 elsewhere).
--json prints [{"provider", "baseUrl", "models": [...], "current"}].
`,
  login: `mm login anthropic | openai | openrouter
mm login --base-url <url>

Stores an API key in the state folder, in a file that only you can read. On a terminal it is typed unseen; otherwise it is
read from stdin: mm login openai < key.txt. It is never an argument. A key is sent to its own host only, and one in the
environment (ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY, apiKeyEnv of the config) wins over it.
`,
  logout: `mm logout anthropic | openai | openrouter
mm logout --base-url <url>

Takes a stored key out.
`,
  config: `mm config [--json]

Prints the settings in effect and where each comes from: default, a file and line, the environment, or a flag.
Secrets are hidden.
`,
  sessions: `mm sessions [list] [--json]
mm sessions show [id]
mm sessions export [id] [--format json|md|html]
mm sessions delete <id> [<id> …]
mm sessions fork <id> [<record>]

The conversations of this folder's project, the newest first. An id may be cut short; show and export take the newest
one without an id. "export --format json" is one document with messages, usage and errors. fork copies a conversation,
up to a record if one is named, and prints the new id. Nothing is deleted unless you say so.
`,
  permissions: `mm permissions [list] [--json]
mm permissions revoke <tool> <pattern>
mm permissions revoke --all

Lists the mode, the rules of the configuration with their places, and the answers that were stored with "always allow
in this project". revoke takes a stored answer back. They are kept in the state folder, never in the project.
`,
  trust: `mm trust
mm trust list [--json]
mm trust remove [folder]

A project's own configuration counts only in part (stricter rules, output limits, instructions) until you trust its
folder. mm trust shows what will count and remembers the decision; --trust does it for one run.
`,
  doctor: `mm doctor [--json]

Checks Node, the terminal, the state folder, the configuration, the plugins, whether the model's server answers and how
large the model's window is, and the language servers on the PATH. Exit code 0 when nothing fails, else 1.
`,
};

/** The help text of a command, or the main one. */
export function helpFor(command: string | undefined): string {
  return (command === undefined ? undefined : COMMANDS[command]) ?? MAIN;
}
