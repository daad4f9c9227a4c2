import { expect, test } from "vitest";
import { uriMapper } from "../text/uri.js";
import { createRegistrations } from "./registrations.js";

test("registrations come and go by their id", () => {
  const registrations = createRegistrations("/p", uriMapper("/p"));
  const method = "textDocument/diagnostic";
  registrations.add([
    { id: "1", method, registerOptions: { identifier: "a" } },
    { id: "2", method },
  ]);
  expect(registrations.options(method)).toEqual([{ identifier: "a" }, undefined]);
  registrations.remove([{ id: "1" }]);
  expect([registrations.has(method), registrations.options(method)]).toEqual([true, [undefined]]);
  registrations.remove([{ id: "2" }]);
  expect(registrations.has(method)).toBe(false);
});

test("watched files: absolute and relative patterns, kinds, and what is taken back", () => {
  const registrations = createRegistrations("/p", uriMapper("/p"));
  const watch = (id: string, watchers: object[]) =>
    registrations.add([{ id, method: "workspace/didChangeWatchedFiles", registerOptions: { watchers } }]);
  expect(registrations.watches("/p/a.ts", "changed")).toBe(false);
  watch("1", [{ globPattern: "**/*.ts" }, { globPattern: "/p/go.mod", kind: 4 }]);
  watch("2", [{ globPattern: { baseUri: { uri: "file:///p/deep" }, pattern: "**/*.json" }, kind: 1 }]);
  expect(registrations.watches("/p/x/a.ts", "deleted")).toBe(true);
  expect(registrations.watches("/p/go.mod", "changed")).toBe(false);
  expect(registrations.watches("/p/go.mod", "deleted")).toBe(true);
  expect(registrations.watches("/p/deep/x/a.json", "created")).toBe(true);
  expect(registrations.watches("/p/a.json", "created")).toBe(false);
  registrations.remove([{ id: "1" }]);
  expect(registrations.watches("/p/x/a.ts", "changed")).toBe(false);
});
