import type { Session, UserBlock } from "@mm-agent/agent";
import type { AttachedImage } from "./attached-image.js";

const MARK = /\[image (\d+)(?:: [^\]\n]*)?\]/g;

/** Images that are kept, so that a message of the history can be sent again with its images. */
const MOST = 20;

/** Milliseconds the server has to say whether the model takes images; without an answer they are sent. */
const WAIT_MS = 3000;

/** The images of messages that are being written: in the text, each one is a mark that can be moved and taken out. */
export class Attachments {
  private readonly images = new Map<number, AttachedImage>();
  private count = 0;

  /** Keeps the image and gives the mark that stands for it in the text. */
  add(image: AttachedImage): string {
    this.count += 1;
    this.images.set(this.count, image);
    this.images.delete(this.count - MOST);
    return `[image ${this.count}: ${image.about.replaceAll("]", ")")}]`;
  }

  /** What goes to the model: the text itself, or the text and the images whose marks stand in it, each once. */
  compose(text: string): string | readonly UserBlock[] {
    const found = new Set<AttachedImage>();
    for (const [, number] of text.matchAll(MARK)) {
      const image = this.images.get(Number(number));
      if (image) found.add(image);
    }
    if (found.size === 0) return text;
    return [{ type: "text", text }, ...[...found].map(({ block }) => block)];
  }
}

/** Why the session's model gets no image; undefined when it takes them, or when nobody knows. */
export async function imagesRefused({ provider }: Pick<Session, "provider">): Promise<string | undefined> {
  const models = await provider.models?.(AbortSignal.timeout(WAIT_MS)).catch(() => []);
  const about = models?.find((model) => model.id === provider.model);
  return about?.images === false ? `${provider.model} takes no images` : undefined;
}
