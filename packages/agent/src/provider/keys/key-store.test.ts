import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { statePaths } from "../../config/paths.js";
import { readKeys, storeKey } from "./key-store.js";

const home = () => ({ XDG_STATE_HOME: mkdtempSync(join(tmpdir(), "mm-keys-")) });

it("stores keys by host in a file that only its owner can read", () => {
  const env = home();
  expect(readKeys(env)).toEqual({ keys: {} });
  const file = storeKey(env, "api.openai.com", "sk-1");
  storeKey(env, "api.anthropic.com", "sk-2");
  expect(file).toBe(statePaths(env).keys);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  expect(readKeys(env)).toEqual({ keys: { "api.openai.com": "sk-1", "api.anthropic.com": "sk-2" } });
  expect(readdirSync(join(file, ".."))).toEqual(["keys.json"]);
  storeKey(env, "api.openai.com", undefined);
  expect(readFileSync(file, "utf8")).toBe(
    '{\n  "version": 1,\n  "keys": {\n    "api.anthropic.com": "sk-2"\n  }\n}\n',
  );
});

it("warns of a file that others can read, and of one that is not ours", () => {
  const env = home();
  const file = storeKey(env, "h", "k");
  chmodSync(file, 0o644);
  expect(readKeys(env)).toEqual({ keys: { h: "k" }, warning: `${file} can be read by others: chmod 600 it` });
  storeKey(env, "i", "l");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, "{");
  expect(readKeys(env)).toEqual({ keys: {}, warning: `${file} is not what mm login writes; log in again` });
});
