import type { ExportMessage, SessionExport } from "./to-json.js";

/** A transcript for reading. */
export function toMarkdown(session: SessionExport): string {
  const { title, id, cwd, provider, model, startedAt, usage, errors } = session;
  const facts = [`${model} @ ${provider}`, cwd, startedAt.slice(0, 16).replace("T", " "), id].filter(
    (fact) => fact !== "",
  );
  const parts = [
    `# ${title === "" ? "Session" : title}`,
    facts.join(" · "),
    ...session.messages.map(section),
  ];
  if (errors.length > 0)
    parts.push(
      `## Errors\n\n${errors.map(({ at, where, message }) => `- ${at} ${where}: ${message}`).join("\n")}`,
    );
  const cost = usage.cost === undefined ? "" : `, $${usage.cost.toFixed(4)}`;
  parts.push(
    `---\n\n${usage.input + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0)} tokens in, ${usage.output} out${cost}`,
  );
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(message: ExportMessage): string {
  switch (message.role) {
    case "user":
      return `## Person\n\n${[message.text, ...(message.attachments ?? []).map((text) => fence(text))].join("\n\n")}`;
    case "assistant":
      return message.text.trim() === ""
        ? ""
        : `## Agent\n\n${message.text.trim()}${message.partial === true ? "\n\n*(broken off)*" : ""}`;
    case "tool": {
      const patches = (message.patches ?? []).map(({ path, patch }) => `${path}\n\n${fence(patch, "diff")}`);
      const output = message.text.trim() === "" ? "" : fence(message.text);
      return [
        `**${message.tool}**: ${message.title.replaceAll(/[`*_]/g, String.raw`\$&`)}${message.ok ? "" : " — failed"}`,
        ...patches,
        output,
      ]
        .filter((part) => part !== "")
        .join("\n\n");
    }
    case "summary":
      return `## Summary of what stands above\n\n${message.text}`;
  }
}

/** A code block whose fence is longer than any in the text. */
function fence(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text.trimEnd()}\n${marks}`;
}
