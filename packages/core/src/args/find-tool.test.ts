import { describe, expect, it } from "vitest";
import { findTool } from "./find-tool.js";

const declared = ["shell", "view_file", "search"];

describe("findTool", () => {
  it.each([
    ["shell", "shell"],
    ["functions.shell", "shell"],
    ["default_api:view_file", "view_file"],
    ["tools/shell", "shell"],
    ["ns::shell", "shell"],
    ["functions.shell:0", "shell"],
    ["view_file:12", "view_file"],
    ["shell#3", "shell"],
    ["shell<|channel|>commentary", "shell"],
    ["<|message|>shell", "shell"],
    ["search</arg_value>", "search"],
    [" shell\n", "shell"],
    ["`shell`", "shell"],
    ["SHELL", "shell"],
    ["viewFile", "view_file"],
    ["View-File", "view_file"],
    ["view.file", "view_file"],
    ["Functions.ViewFile:1", "view_file"],
  ])("%j is %s", (name, tool) => {
    expect(findTool(name, declared)).toEqual({ ok: true, name: tool });
  });

  it.each([
    ["git", []],
    ["", []],
    ["<|end|>", []],
    ["...", []],
    ["constructor", []],
    ["__proto__", []],
    ["toString", []],
    ["view_file.path", ["view_file"]],
    ["mcp__disk__view_file", ["view_file"]],
    ["veiw_file", ["view_file"]],
    ["searching", ["search"]],
    ["shell_0", ["shell"]],
  ])("%j is none; near: %j", (name, near) => {
    expect(findTool(name, declared)).toEqual({ ok: false, near });
  });

  it("does not choose between two that differ in case only", () => {
    const twins = ["view_file", "View_File"];
    expect(findTool("View_File", twins)).toEqual({ ok: true, name: "View_File" });
    expect(findTool("VIEW_FILE", twins)).toEqual({ ok: false, near: twins });
    expect(findTool("viewfile", twins)).toEqual({ ok: false, near: twins });
  });

  it("prefers the whole declared name to a part of it", () => {
    expect(findTool("a.shell", ["shell", "a_shell"])).toEqual({ ok: true, name: "shell" });
    expect(findTool("tool:0", ["tool:0", "tool"])).toEqual({ ok: true, name: "tool:0" });
  });

  it("does not look at names without end", () => {
    expect(findTool("x".repeat(1_000_000), declared)).toEqual({ ok: false, near: [] });
  });
});
