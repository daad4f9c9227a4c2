/** The files of the demo: a small project whose test fails because one number is not padded. */
export const PROJECT: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "duration",
  "version": "1.0.0",
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "src/duration.js": `/** Seconds as a clock shows them: 5 -> "0:05", 3725 -> "1:02:05". */
export function formatDuration(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = seconds % 60;
  if (hours > 0) return \`\${hours}:\${pad(minutes)}:\${pad(rest)}\`;
  return \`\${minutes}:\${rest}\`;
}

function pad(value) {
  return String(value).padStart(2, "0");
}
`,
  "test/duration.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration } from "../src/duration.js";

test("shows hours", () => {
  assert.equal(formatDuration(3725), "1:02:05");
});

test("pads the seconds", () => {
  assert.equal(formatDuration(65), "1:05");
});
`,
};
