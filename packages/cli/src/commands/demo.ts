import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { diffLines, formatPatch } from "@mm-agent/core";
import { scripted } from "@mm-agent/agent/testing";
import type { Args } from "../args/parse-args.js";
import { PROJECT } from "../demo/project.js";
import { SCRIPT } from "../demo/script.js";
import { EXIT, exitCodeOf } from "../exit-codes.js";
import { demoView } from "../output/demo-view.js";
import { diffRows } from "../output/diff-rows.js";
import { createStyle } from "../output/style.js";
import type { Out } from "../output/write.js";
import { interruptible } from "./interruptible.js";
import { openCli } from "./open-cli.js";

const PROMPT = "A test of this project fails. Find out why and fix it.";

/** `mm demo`: a scripted model mends a small project with the real tools. */
export async function runDemo(args: Args, out: Out): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "mm-demo-"));
  for (const [name, content] of Object.entries(PROJECT)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const style = createStyle(process.stdout, process.env);
  out.stdout(`${style.bold("mm demo")} — a small project with a bug: ${folder}\n`);
  out.stdout(
    style.dim(
      "The model is a script: no model is asked and nothing leaves this machine. The tools are real.\n\n",
    ),
  );

  // The demo shows mm, not the person's settings: mode and folder are its own.
  const runtime = await openCli({ ...args, flags: { cwd: folder, yolo: true } }, out);
  if (!runtime) return EXIT.usage;
  const opened = await runtime.openSession({ provider: scripted(SCRIPT), store: false });
  if (!opened.ok) {
    out.stderr(`mm: ${opened.text}\n`);
    return EXIT.usage;
  }
  const { session } = opened;
  session.subscribe(demoView(out, style, runtime.config.previewLines));
  out.stdout(`${style.bold(`> ${PROMPT}`)}\n\n`);
  const { value: end } = await interruptible(
    out,
    () => void session.cancel(),
    () => session.prompt(PROMPT),
  );
  await session.dispose();
  await runtime.dispose();
  if (end.reason === "done") {
    out.stdout(`\n${style.bold("What changed")}\n${changes(folder, style)}\n`);
    out.stdout(style.dim(CONNECT));
  } else out.stderr(`mm: the demo ended early: ${end.message ?? end.reason}\n`);
  return exitCodeOf(end.reason);
}

function changes(folder: string, style: ReturnType<typeof createStyle>): string {
  let text = "";
  for (const [name, before] of Object.entries(PROJECT)) {
    const { hunks } = diffLines(before, readFileSync(join(folder, name), "utf8"));
    if (hunks.length === 0) continue;
    text += `${name}\n${diffRows(formatPatch(hunks), style).join("\n")}\n`;
  }
  return text;
}

const CONNECT = `To work with a model of your own, for example:
  mm -p "explain this project" --provider ollama --model qwen3:8b
  OPENAI_API_KEY=… mm -p "explain this project" --provider openai --model gpt-5
`;
