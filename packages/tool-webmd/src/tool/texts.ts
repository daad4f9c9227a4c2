import type { Result } from "@mm-agent/core";
import type { Failure, FailureCode } from "../fetch/failure.js";
import { parseUrl } from "../fetch/parse-url.js";

export interface FetchInput {
  readonly url: string;
  readonly output?: string;
  readonly baseUrl?: string;
  readonly tables?: string;
  readonly strikethrough?: boolean;
  readonly taskList?: boolean;
}

const CLASSES: Record<FailureCode, Failure["class"]> = { 1: "conversion", 2: "input", 3: "usage" };

/** The failure text of the tool. */
export function errorText(code: FailureCode, reason: string): string {
  return `[fetch_content: error ${code} (${CLASSES[code]}) — ${reason}]`;
}

/** A fetcher's failure as the tool's result. */
export function failed(failure: Failure): Result {
  if (failure.cancelled) return { text: "[fetch_content: cancelled]", ok: false, code: "cancelled" };
  const code = failure.code === 3 ? "invalid_input" : failure.code === 2 ? "unavailable" : "unsupported";
  return { text: errorText(failure.code, failure.reason), ok: false, code };
}

/** What is wrong with the arguments themselves; undefined when they can be used. */
export function usageProblem(input: FetchInput): string | undefined {
  const parsed = parseUrl(input.url);
  if (!parsed.ok) return parsed.reason;
  const { tables, baseUrl } = input;
  if (tables !== undefined && tables !== "" && tables !== "html" && tables !== "flatten") {
    return `tables is "${tables}", it can be html or flatten`;
  }
  if (baseUrl !== undefined && baseUrl.trim() !== "" && !/^https?:\/\/[^/]/i.test(baseUrl.trim())) {
    return `baseUrl is not an absolute URL: ${baseUrl}`;
  }
  return baseUrl === undefined || baseUrl.trim() === "" || URL.canParse(baseUrl.trim())
    ? undefined
    : `baseUrl is not an absolute URL: ${baseUrl}`;
}
