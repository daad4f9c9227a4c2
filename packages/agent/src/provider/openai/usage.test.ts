import { describe, expect, it } from "vitest";
import { chunk, play } from "./fixtures/run.js";
import { readUsage } from "./usage.js";

const read = (usage: object) => readUsage({ usage });

describe("readUsage", () => {
  it.each([
    ["plain", { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }, { input: 10, output: 5 }],
    [
      "cache within the prompt",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 8 },
      },
      { input: 2, output: 5, cacheRead: 8 },
    ],
    [
      "the same without a total",
      { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 8 } },
      { input: 2, output: 5, cacheRead: 8 },
    ],
    [
      "cache beside the prompt, by the total",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 23,
        prompt_tokens_details: { cached_tokens: 8 },
      },
      { input: 10, output: 5, cacheRead: 8 },
    ],
    [
      "cache beside the prompt, by its size",
      { prompt_tokens: 2, completion_tokens: 5, cache_read_input_tokens: 8, cache_creation_input_tokens: 4 },
      { input: 2, output: 5, cacheRead: 8, cacheWrite: 4 },
    ],
    [
      "DeepSeek's names",
      { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 },
      { input: 4, output: 5, cacheRead: 6 },
    ],
    [
      "reasoning within the output",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        completion_tokens_details: { reasoning_tokens: 3 },
      },
      { input: 10, output: 5, reasoning: 3 },
    ],
    [
      "reasoning beside the output",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 18,
        completion_tokens_details: { reasoning_tokens: 3 },
      },
      { input: 10, output: 8, reasoning: 3 },
    ],
    [
      "both beside",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 26,
        prompt_tokens_details: { cached_tokens: 8 },
        completion_tokens_details: { reasoning_tokens: 3 },
      },
      { input: 10, output: 8, cacheRead: 8, reasoning: 3 },
    ],
    ["cost", { prompt_tokens: 1, completion_tokens: 1, cost: 0.5 }, { input: 1, output: 1, cost: 0.5 }],
    [
      "nulls in the details",
      {
        prompt_tokens: 1,
        completion_tokens: 1,
        prompt_tokens_details: null,
        completion_tokens_details: { reasoning_tokens: null },
      },
      { input: 1, output: 1 },
    ],
  ])("%s", (_name, usage, expected) => {
    expect(read(usage)).toEqual(expected);
  });

  it("takes llama.cpp's timings where usage is missing, and nothing from nothing", () => {
    expect(readUsage({ timings: { prompt_n: 3, predicted_n: 4, cache_n: 5 } })).toEqual({
      input: 3,
      output: 4,
      cacheRead: 5,
    });
    expect(readUsage({})).toBeUndefined();
    expect(readUsage({ usage: null })).toBeUndefined();
  });

  it("is reported once, the last count, also before a failure", async () => {
    const usage = (n: number) => ({ usage: { prompt_tokens: 1, completion_tokens: n } });
    const { events } = await play([
      { stream: [chunk({ content: "a" }, null, usage(1)), chunk({}, "stop", usage(2)), "[DONE]"] },
      { stream: [chunk({ content: "a" }, null, usage(1)), '{"error":"boom"}'] },
    ]);
    expect(events.map((event) => (event.type === "usage" ? event.usage.output : event.type))).toEqual([
      "text",
      2,
      "done",
      "text",
      1,
      "error",
    ]);
  });
});
