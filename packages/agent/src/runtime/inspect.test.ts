import { createPolicy, defineTool, type Tool, type ToolKind } from "@mm-agent/core";
import { expect, it } from "vitest";
import { isInspecting, lockReading, readingTools } from "./inspect.js";

const tool = (kind: ToolKind): Tool =>
  defineTool({ name: kind, kind, description: "x", input: { type: "object" }, run: () => "" }) as Tool;

it("leaves tools that look, and holds the policy in plan mode whoever sets another", () => {
  expect(["1", "0", undefined].map((value) => isInspecting({ MM_INSPECT: value }))).toEqual([
    true,
    false,
    false,
  ]);
  const kinds = [
    "read",
    "search",
    "fetch",
    "think",
    "ask",
    "edit",
    "delete",
    "move",
    "execute",
    "other",
  ] as const;
  expect(readingTools(kinds.map(tool)).map(({ name }) => name)).toEqual(["read", "search", "fetch", "think"]);
  const policy = createPolicy({
    mode: "yolo",
    rules: [{ tool: "*", pattern: "*", decision: "allow", source: "x" }],
  });
  lockReading(policy);
  policy.mode = "yolo";
  expect(policy.mode).toBe("plan");
  expect(policy.judge({ tool: "lsp", kind: "edit", checks: [] }).decision).toBe("deny");
  expect(policy.judge({ tool: "lsp", kind: "search", checks: [] }).decision).toBe("allow");
});
