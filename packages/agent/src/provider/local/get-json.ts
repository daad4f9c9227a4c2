import { createFetch } from "../../net/fetch.js";

/** Bytes of an answer that are read; no server describes itself at greater length. */
export interface JsonAnswer {
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
}

/** Asks a server for JSON; undefined for whatever goes wrong, an error status included. Never through a proxy. */
export async function getJson(
  url: string,
  signal: AbortSignal,
  more: { readonly post?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<JsonAnswer | undefined> {
  try {
    const response = await createFetch()(url, {
      headers: { accept: "application/json", "content-type": "application/json", ...more.headers },
      signal,
      ...(more.post === undefined ? {} : { method: "POST", body: JSON.stringify(more.post) }),
    });
    const text = await response.text();
    return response.ok ? { headers: response.headers, body: JSON.parse(text) as unknown } : undefined;
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

export function asList(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

export function tokens(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}
