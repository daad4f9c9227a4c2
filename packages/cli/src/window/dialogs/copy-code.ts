import { copyText } from "../clipboard/copy-text.js";
import type { Transcript, WindowHost } from "../types.js";
import { fit } from "./frame.js";
import { pick } from "./pick.js";

/** Copies a code block of the last answer: at once where there is one, else the chosen one. */
export async function copyCode(host: WindowHost, transcript: Pick<Transcript, "codeBlocks">): Promise<void> {
  const blocks = transcript.codeBlocks();
  const [only] = blocks;
  if (only === undefined) return host.flash("the last answer has no code block");
  const picked =
    blocks.length === 1
      ? { value: only }
      : await pick(host, {
          title: "Code blocks of the last answer",
          rows: blocks.map((block) => {
            const count = block.code.trimEnd().split("\n").length;
            return {
              value: block,
              label: block.code.split("\n").find((line) => line.trim() !== "") ?? "(empty)",
              note: `${block.language || "text"} · ${count} line${count === 1 ? "" : "s"}`,
            };
          }),
          enter: "copy",
          ordered: true,
          preview: ({ code, language }, width) =>
            host.theme.highlight(code.trimEnd(), language).map((row) => fit(row, width)),
        });
  if (picked) host.flash((await copyText(host.tui.terminal, picked.value.code)).text);
}

/** Copies the last answer as its Markdown. */
export async function copyAnswer(
  host: WindowHost,
  transcript: Pick<Transcript, "lastAnswer">,
): Promise<void> {
  const answer = transcript.lastAnswer();
  if (answer === undefined || answer === "") return host.flash("there is no answer yet");
  host.flash((await copyText(host.tui.terminal, answer)).text);
}
