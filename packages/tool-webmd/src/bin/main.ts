import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { convert } from "../convert/convert.js";
import { decodeHtml } from "../encoding/decode.js";
import { binaryType } from "../encoding/sniff.js";
import { type Failure, failure } from "../fetch/failure.js";
import { fetchPage, MAX_PAGE_BYTES } from "../fetch/fetch-page.js";
import { type CliOptions, readCommandLine } from "./options.js";

export interface CliResult {
  readonly code: 0 | 1 | 2 | 3;
  readonly out: string;
  readonly err: string;
}

type Source = { readonly ok: true; readonly html: string; readonly pageUrl: string | undefined };

/** Runs the command `webmd` and gives what it prints. */
export async function main(
  args: readonly string[],
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<CliResult> {
  const request = readCommandLine(args);
  if (request.type === "show") return { code: 0, out: request.text, err: "" };
  if (request.type === "wrong") return failed(failure(3, request.reason));
  const { options } = request;
  const source = await read(options, stdin);
  if (!source.ok) return failed(source);
  const { baseUrl, tables, strikethrough, taskList, article, clean } = options;
  const markdown = convert(source.html, {
    pageUrl: source.pageUrl,
    baseUrl,
    tables,
    strikethrough,
    taskList,
    article,
    clean,
  });
  if (markdown === "") return { code: 0, out: "", err: `webmd: ${options.source} has no text content\n` };
  if (options.output === undefined) return { code: 0, out: markdown, err: "" };
  return save(markdown, options.output);
}

function failed({ code, reason }: Failure): CliResult {
  return { code, out: "", err: `webmd: ${reason}\n` };
}

async function read(
  options: CliOptions,
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<Source | Failure> {
  const { source } = options;
  if (source === "-") return decoded(await all(stdin), undefined);
  const foreign = /^([a-z][a-z0-9+.-]+):\/\//i.exec(source)?.[1];
  if (isUrl(source) || (foreign !== undefined && !existsSync(source))) {
    const page = await fetchPage(source, { blockPrivate: options.blockPrivate });
    return page.ok ? { ok: true, html: page.html, pageUrl: page.url } : page;
  }
  try {
    const file = resolve(source);
    return decoded(await readFile(file), undefined);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return failure(2, code === "ENOENT" ? `${source} does not exist` : `${source} cannot be read (${code})`);
  }
}

/** A file of that name counts before a host of that name. */
function isUrl(source: string): boolean {
  if (/^https?:\/\//i.test(source)) return true;
  return (
    !existsSync(source) &&
    /^(?:https?\/\/|[\w-]+(?:\.[\w-]+)+(?:[:/?#]|$))/i.test(source) &&
    !/\.x?html?$/i.test(source)
  );
}

async function all(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(typeof part === "string" ? Buffer.from(part) : part);
  return Buffer.concat(parts);
}

function decoded(bytes: Uint8Array, pageUrl: string | undefined): Source | Failure {
  if (bytes.length > MAX_PAGE_BYTES) return failure(1, "the page is larger than 5 MiB");
  const binary = binaryType(bytes);
  if (binary !== undefined) return failure(1, `not an HTML page but ${binary}`);
  const text = decodeHtml(bytes);
  return text.ok ? { ok: true, html: text.text, pageUrl } : failure(1, text.reason);
}

// Written beside the target and moved over it, so that nobody ever reads half a file.
async function save(markdown: string, output: string): Promise<CliResult> {
  const target = resolve(output);
  const temporary = join(dirname(target), `.${process.pid}-${Date.now()}.webmd`);
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(temporary, markdown);
    await rename(temporary, target);
    return { code: 0, out: "", err: "" };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    return failed(failure(1, `${output} cannot be written (${(error as NodeJS.ErrnoException).code})`));
  }
}
