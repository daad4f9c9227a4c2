import type { ExportMessage, SessionExport } from "./to-json.js";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.45 ui-monospace,monospace;margin:.3rem 0}
section{margin:1rem 0;padding:.6rem .9rem;border-left:3px solid #ccc}
section.user{border-color:#2563eb;background:#f3f6fd}section.tool{border-color:#999;background:#f7f7f7}section.failed{border-color:#c22}
.facts,h2{color:#666;font-size:.85rem;margin:0 0 .3rem}summary{cursor:pointer}.add{color:#15722e}.del{color:#b3261e}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}section.user{background:#1b2333}section.tool{background:#1e1e1e}.add{color:#6fcf87}.del{color:#ff8a80}}`;

/** A transcript as one HTML page: no script, nothing loaded, every text escaped. */
export function toHtml(session: SessionExport): string {
  const { title, id, cwd, provider, model, startedAt, errors } = session;
  const name = escape(title === "" ? "Session" : title);
  const failures = errors
    .map(({ at, where, message }) => `<li>${escape(`${at} ${where}: ${message}`)}</li>`)
    .join("");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><style>${STYLE}</style></head>
<body><h1>${name}</h1><p class="facts">${escape([`${model} @ ${provider}`, cwd, startedAt, id].join(" · "))}</p>
${session.messages.map(section).join("\n")}
${failures === "" ? "" : `<h2>Errors</h2><ul>${failures}</ul>`}
</body></html>
`;
}

function section(message: ExportMessage): string {
  switch (message.role) {
    case "user":
      return `<section class="user"><h2>Person</h2>${pre(message.text)}${(message.attachments ?? []).map((text) => details("Attachment", pre(text))).join("")}</section>`;
    case "assistant":
      return message.text.trim() === "" ? "" : `<section><h2>Agent</h2>${pre(message.text.trim())}</section>`;
    case "tool": {
      const patches = (message.patches ?? [])
        .map(({ path, patch }) => `<h2>${escape(path)}</h2>${diff(patch)}`)
        .join("");
      const output = message.text.trim() === "" ? "" : details("Output", pre(message.text));
      return `<section class="tool${message.ok ? "" : " failed"}"><h2>${escape(message.tool)}</h2>${pre(message.title)}${patches}${output}</section>`;
    }
    case "summary":
      return `<section><h2>Summary of what stands above</h2>${pre(message.text)}</section>`;
  }
}

function diff(patch: string): string {
  const lines = patch.split("\n").map((line) => {
    const kind = line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : "";
    return kind === "" ? escape(line) : `<span class="${kind}">${escape(line)}</span>`;
  });
  return `<pre>${lines.join("\n")}</pre>`;
}

function pre(text: string): string {
  return `<pre>${escape(text)}</pre>`;
}

function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>${body}</details>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
