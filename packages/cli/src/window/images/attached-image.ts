import { checkImage, type UserBlock } from "@mm-agent/agent";

/** An image that goes with the next message. */
export interface AttachedImage {
  readonly block: Extract<UserBlock, { type: "image" }>;
  /** `800x600 PNG`, with the file's name where it has one. */
  readonly about: string;
}

export type TakenImage =
  | { readonly ok: true; readonly image: AttachedImage }
  | { readonly ok: false; readonly text: string };

/** Judges bytes by what they are and makes what the model gets of them. */
export function takeImage(bytes: Uint8Array, name?: string): TakenImage {
  const checked = checkImage(bytes);
  if (!checked.ok) return checked;
  const { mimeType, width, height } = checked;
  const kind = mimeType.slice("image/".length).toUpperCase();
  return {
    ok: true,
    image: {
      block: { type: "image", mimeType, data: Buffer.from(bytes).toString("base64") },
      about: `${name === undefined ? "" : `${name} `}${width}x${height} ${kind}`,
    },
  };
}
