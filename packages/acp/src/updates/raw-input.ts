const LONGEST_TEXT = 1000;
const LONGEST = 6000;

/** The input of a call for display: long texts are cut, and an input that is long all the same is left out. */
export function rawInput(input: unknown): { readonly rawInput?: unknown } {
  if (input === undefined) return {};
  const cut = cutTexts(input, 0);
  return (JSON.stringify(cut) ?? "").length > LONGEST ? {} : { rawInput: cut };
}

function cutTexts(value: unknown, depth: number): unknown {
  if (typeof value === "string")
    return value.length > LONGEST_TEXT
      ? `${value.slice(0, LONGEST_TEXT)}… (${value.length} characters)`
      : value;
  if (depth > 8 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => cutTexts(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutTexts(item, depth + 1)]));
}
