import { parseArgs } from "node:util";
import { VERSION } from "../version.js";

export interface CliOptions {
  /** File, URL, or `-` for standard input. */
  readonly source: string;
  readonly output: string | undefined;
  readonly baseUrl: string | undefined;
  readonly tables: "html" | "flatten";
  readonly strikethrough: boolean;
  readonly taskList: boolean;
  readonly article: boolean;
  readonly clean: boolean;
  readonly blockPrivate: boolean;
}

const HELP = `Usage: webmd [options] [file | url | -]

Writes the Markdown of an HTML page. Without an argument, and with -, it reads standard input.

  -o, --output <file>   write to a file instead of standard output
      --base-url <url>  what relative links are resolved against (default: the page's own address)
      --tables <form>   tables with spanning cells: html (default) or flatten
      --strikethrough   keep deleted text as ~~text~~
      --task-list       keep checkboxes as - [ ] and - [x]
      --article         only the article of the page
      --no-clean        keep navigation, advertising and other boilerplate
      --block-private   refuse private network addresses
  -h, --help            this text
  -v, --version         ${VERSION}

Exit status: 0 done, 1 the page cannot be converted, 2 it cannot be read, 3 wrong usage.
`;

export type CliRequest =
  | { readonly type: "convert"; readonly options: CliOptions }
  | { readonly type: "show"; readonly text: string }
  | { readonly type: "wrong"; readonly reason: string };

/** Reads the command line. */
export function readCommandLine(args: readonly string[]): CliRequest {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        output: { type: "string", short: "o" },
        "base-url": { type: "string" },
        tables: { type: "string" },
        strikethrough: { type: "boolean" },
        "task-list": { type: "boolean" },
        article: { type: "boolean" },
        "no-clean": { type: "boolean" },
        "block-private": { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" },
      },
    });
  } catch (error) {
    return { type: "wrong", reason: (error as Error).message };
  }
  const { values, positionals } = parsed;
  if (values.help) return { type: "show", text: HELP };
  if (values.version) return { type: "show", text: `${VERSION}\n` };
  if (positionals.length > 1)
    return { type: "wrong", reason: `one page at a time, not ${positionals.length}` };
  const tables = values.tables ?? "html";
  if (tables !== "html" && tables !== "flatten") {
    return { type: "wrong", reason: `--tables is "${tables}", it can be html or flatten` };
  }
  const baseUrl = values["base-url"];
  if (baseUrl !== undefined && !(/^https?:\/\//i.test(baseUrl) && URL.canParse(baseUrl))) {
    return { type: "wrong", reason: `--base-url is not an absolute URL: ${baseUrl}` };
  }
  return {
    type: "convert",
    options: {
      source: positionals[0] ?? "-",
      output: values.output,
      baseUrl,
      tables,
      strikethrough: values.strikethrough ?? false,
      taskList: values["task-list"] ?? false,
      article: values.article ?? false,
      clean: !(values["no-clean"] ?? false),
      blockPrivate: values["block-private"] ?? false,
    },
  };
}
