import { expect, it } from "vitest";
import { createRedactor } from "./redact.js";

it("masks secrets in texts, keys and nested values, also as JSON and URL forms", () => {
  const redactor = createRedactor(['sk-"quoted"/key', "sk-abcdefgh", "short"]);
  expect(redactor.text("a sk-abcdefgh b short")).toBe("a [redacted] b short");
  expect(redactor.text(JSON.stringify({ k: 'sk-"quoted"/key' }))).toBe('{"k":"[redacted]"}');
  expect(redactor.text(`?key=${encodeURIComponent('sk-"quoted"/key')}`)).toBe("?key=[redacted]");
  expect(redactor.value({ "sk-abcdefgh": [{ deep: "xsk-abcdefghx" }], n: 1, z: null })).toEqual({
    "[redacted]": [{ deep: "x[redacted]x" }],
    n: 1,
    z: null,
  });
});

it("masks the longer of two secrets that contain each other", () => {
  expect(createRedactor(["12345678", "1234567890"]).text("1234567890")).toBe("[redacted]");
});

it("returns the very same value when there is nothing to hide", () => {
  const value = { a: 1 };
  expect(createRedactor([]).value(value)).toBe(value);
});
