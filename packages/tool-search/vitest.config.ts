import { defineProject } from "vitest/config";
import { project } from "../../vitest.shared.ts";

const shared = project("tool-search");

export default defineProject({
  ...shared,
  test: { ...shared.test, globalSetup: ["./src/fixtures/build-worker.ts"] },
});
