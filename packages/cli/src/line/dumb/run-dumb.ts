import { constants } from "node:os";
import type { Answer, PermissionRequest } from "@mm-agent/core";
import type { Runtime } from "@mm-agent/agent";
import { EXIT } from "../../exit-codes.js";
import { createStyle } from "../../output/style.js";
import type { Out } from "../../output/write.js";
import { version } from "../../version.js";
import { bannerRows } from "../banner.js";
import { answerRow, questionRows } from "../prompt/question.js";
import { blockRows } from "../render/call-blocks.js";
import { createTurnView } from "../render/turn-view.js";
import { createPlainSurface } from "./plain-surface.js";

const TWICE_MS = 2000;
const ANSWERS: Readonly<Record<string, Exclude<Answer["outcome"], "cancelled">>> = {
  a: "once",
  s: "session",
  p: "project",
  r: "reject",
  d: "reject_session",
};

/**
 * Line mode for a dumb terminal (`TERM=dumb`, an editor's shell buffer): the terminal itself edits the line, and mm
 * only prints. No escape sequence is written at all.
 */
export async function runDumb(runtime: Runtime, first: string, out: Out): Promise<number> {
  const style = createStyle({ isTTY: false }, process.env);
  const surface = createPlainSurface(
    (text) => out.stdout(text),
    () => ({
      columns: process.stdout.columns || 80,
      rows: process.stdout.rows || 24,
    }),
  );
  let asking: ((line: string) => void) | undefined;
  const ask = (request: PermissionRequest): Promise<Answer> => {
    view.showCall(request);
    surface.print(questionRows(request, view.look()));
    out.stdout(
      "a once, s this session, p always in this project, r reject (r and a reason), d reject for this session: ",
    );
    return new Promise((resolve) => {
      asking = (line) => {
        const [, key = "", reason = ""] = /^\s*(\w)\s*(.*)$/.exec(line) ?? [];
        const outcome = ANSWERS[key.toLowerCase()];
        if (!outcome) {
          out.stdout("a, s, p, r or d: ");
          return;
        }
        asking = undefined;
        const answer: Answer =
          reason === "" || !outcome.startsWith("reject") ? { outcome } : { outcome, reason };
        surface.print([answerRow(answer, style)]);
        resolve(answer);
      };
    });
  };
  const opened = await runtime.openSession({ ask });
  if (!opened.ok) {
    out.stderr(`mm: ${opened.text}\n`);
    return EXIT.usage;
  }
  const { session } = opened;
  const view = createTurnView({
    surface,
    style,
    cwd: runtime.cwd,
    previewLines: runtime.config.previewLines,
  });
  session.subscribe((event) => view.event(event));
  surface.print(bannerRows(runtime, session, version(), { style, columns: surface.columns }));

  const { createInterface } = await import("node:readline");
  const input = createInterface({ input: process.stdin, terminal: false });
  let begun = "";
  let code: number = EXIT.ok;
  let last = Number.NEGATIVE_INFINITY;
  let busy = false;
  /** Lines typed ahead. */
  const waiting: string[] = [];
  const prompt = (): void => out.stdout(begun === "" ? `${session.mode} > ` : "... ");
  const close = (): void => input.close();
  const onInterrupt = (): void => {
    const now = performance.now();
    const twice = now - last < TWICE_MS;
    last = now;
    if (twice || (!busy && begun === "")) {
      code = busy ? EXIT.interrupted : EXIT.ok;
      close();
    } else {
      begun = "";
      asking = undefined;
      void session.cancel();
    }
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    code = 128 + constants.signals[signal];
    close();
  };
  process.on("SIGINT", onInterrupt).on("SIGTERM", onSignal).on("SIGHUP", onSignal);

  const handle = async (line: string): Promise<void> => {
    if (line.startsWith("!")) {
      const command = line.replace(/^!!?\s*/, "");
      if (command !== "") await session.run("bash", { command }, { share: !line.startsWith("!!") });
      return;
    }
    const reply = await session.command(line);
    if (reply.kind === "prompt") await session.prompt(line);
    else if (reply.kind === "unknown") surface.print([reply.text]);
    else {
      surface.print(blockRows(reply.print, view.look()));
      if (reply.action === "exit") close();
      else if (reply.prompt !== undefined) await session.prompt(reply.prompt);
    }
  };
  const take = async (line: string): Promise<void> => {
    if (asking) {
      asking(line);
      return;
    }
    if (busy) {
      waiting.push(line);
      return;
    }
    begun += line;
    if (begun.endsWith("\\")) {
      begun = `${begun.slice(0, -1)}\n`;
      prompt();
      return;
    }
    const whole = begun;
    begun = "";
    if (whole.trim() !== "") {
      busy = true;
      await handle(whole).catch((error: unknown) => surface.print([`mm: internal error: ${String(error)}`]));
      busy = false;
    }
    prompt();
    const next = waiting.shift();
    if (next !== undefined) await take(next);
  };
  await new Promise<void>((resolve) => {
    input.on("line", (line) => void take(line)).once("close", resolve);
    if (first.trim() === "") prompt();
    else void take(first);
  });
  process.off("SIGINT", onInterrupt).off("SIGTERM", onSignal).off("SIGHUP", onSignal);
  await session.dispose();
  return code;
}
