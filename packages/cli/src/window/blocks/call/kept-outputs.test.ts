import { expect, it } from "vitest";
import { createTheme } from "../../theme/create-theme.js";
import { RowList } from "../list/row-list.js";
import { plain } from "../transcript-kit.js";
import { createCall } from "./call.js";
import { KeptOutputs } from "./kept-outputs.js";

const PATCH = "@@ -1 +1 @@\n-a\n+b\n";

it("lets the oldest calls give up the middle of their output, and keeps small changes", () => {
  const theme = createTheme({ name: "dark", colours: 0 });
  const list = new RowList({ theme: () => theme, cwd: "/", previewLines: 2, changed: () => {} });
  const outputs = new KeptOutputs(list);
  const calls = Array.from({ length: 130 }, (_value, index) => {
    const block = createCall({ tool: "bash", title: `call ${index}` }, []);
    const entry = list.add(block, 0, undefined);
    const text = `begin ${index}\n${"x".repeat(98_000)}\nend ${index}`;
    const changes = [{ path: "/a", patch: PATCH, added: 1, removed: 1, before: text, after: text }];
    block.end({
      type: "tool.done",
      callId: "c",
      tool: "bash",
      title: "",
      ok: true,
      text,
      changes,
      ms: 1,
      echo: "none",
    });
    outputs.keep({ block, entry });
    return { block, entry };
  });
  expect(calls.filter(({ block }) => block.size < 2000)).toHaveLength(8);
  expect(calls.reduce((sum, { block }) => sum + block.size, 0)).toBeLessThanOrEqual(12_000_000 + 8 * 2000);
  const [first] = calls;
  if (!first) throw new Error("no call");
  const { rows } = first.block.lay({ width: 80, indent: "", theme, cwd: "/", previewLines: 2 }, true);
  const text = rows.map(plain).join("\n");
  expect(text).toContain("begin 0");
  expect(text).toMatch(/\[\.\.\. \d+ characters left out — they are not kept \.\.\.\]/);
  expect(text).toContain("1 + b");
});

it("keeps one output of a hundred thousand characters at most", () => {
  const block = createCall({ tool: "bash", title: "t" }, []);
  block.end({
    type: "tool.done",
    callId: "c",
    tool: "bash",
    title: "",
    ok: true,
    text: "y\n".repeat(200_000),
    ms: 1,
    echo: "preview",
  });
  expect(block.size).toBeLessThanOrEqual(100_000);
});
