/** What an agent has said in one turn, taken apart into its answer and what it said on the way. */
export interface Answer {
  text(messageId: string | undefined, text: string): void;
  /** It called a tool: what follows is another message. */
  call(): void;
  /** The last message. */
  read(): string;
  /** Everything, with a blank line between messages. */
  all(): string;
}

export function createAnswer(): Answer {
  const parts: { readonly id: string | undefined; text: string }[] = [];
  let fresh = true;
  const said = (): string[] => parts.map(({ text }) => text.trim()).filter((text) => text !== "");
  return {
    text(id, text) {
      const last = parts.at(-1);
      if (last && !fresh && (id === undefined || last.id === undefined || last.id === id)) last.text += text;
      else parts.push({ id, text });
      fresh = false;
    },
    call() {
      fresh = true;
    },
    read: () => said().at(-1) ?? "",
    all: () => said().join("\n\n"),
  };
}
