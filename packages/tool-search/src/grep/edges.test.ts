import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bench, engines, folder } from "../fixtures/bench.js";

/** Starting engines takes its time on a busy machine. */
const SLOW = 60_000;

for (const { name, absent } of await engines())
  describe.skipIf(absent)(name, { timeout: SLOW }, () => {
    const grep = async (files: Record<string, string>, input: Record<string, unknown>) =>
      (await bench(folder(files)).grep(input, name)).text;

    it("repeats a whole back-reference", async () => {
      const { text, code } = await bench(folder({ "a.txt": "aaaa\nab\n" })).grep(
        { pattern: "^(a)\\1{3}$" },
        name,
      );
      // A ripgrep without PCRE2 has no back-references.
      if (code !== "unsupported") expect(text).toBe("a.txt:1:aaaa");
    });

    it("shows a line whose match is the end of a file without a final line end", async () => {
      expect(await grep({ "a.txt": "one\nabc" }, { pattern: "$" })).toBe("a.txt:1:one\na.txt:2:abc");
      expect(await grep({ "a.txt": "x" }, { pattern: "$" })).toBe("a.txt:1:x");
      expect(await grep({ "a.txt": `${"a".repeat(3000)}END` }, { pattern: "$" })).toMatch(
        /^a\.txt:1:…a+END$/,
      );
    });

    it("finds nothing inside a character of two code units", async () => {
      expect(await grep({ "a.txt": "ab😀\n\n😀b\n" }, { pattern: "^$" })).toBe("a.txt:2:");
    });

    it("calls a link by the name that was asked for", async () => {
      const at = bench(folder({ "real/secret.txt": "needle\n" }));
      symlinkSync("real/secret.txt", join(at.ctx.cwd, "innocuous"));
      const ask = async (mode: string) =>
        (await at.grep({ pattern: "needle", path: "innocuous", mode }, name)).text;
      expect(await ask("lines")).toBe("innocuous:1:needle");
      expect(await ask("files")).toBe("innocuous");
    });

    it("tries a repaired pattern that finds nothing as text", async () => {
      const files = { "a.sh": "if (x) {\necho ${VAR}\n" };
      expect(await grep(files, { pattern: "if (x) {" })).toBe(
        "[pattern read as if (x) \\{, which finds nothing; searched as literal text]\na.sh:1:if (x) {",
      );
      expect(await grep(files, { pattern: "${VAR}" })).toBe(
        "[pattern read as $\\{VAR\\}, which finds nothing; searched as literal text]\na.sh:2:echo ${VAR}",
      );
      expect(await grep(files, { pattern: "while (x) {" })).toMatch(
        /^\[pattern read as while \(x\) \\\{\]\nno matches/,
      );
    });

    it("is not held up by an ignore file that is a pipe", async () => {
      for (const path of [".gitignore", "sub/.ignore"]) {
        const top = folder({
          ".git/HEAD": "ref",
          "sub/a.txt": "needle\n",
          "sub/b.log": "needle\n",
          ".rgignore": "*.log\n",
        });
        execFileSync("mkfifo", [join(top, path)]);
        expect((await bench(top).grep({ pattern: "needle" }, name)).text).toBe("sub/a.txt:1:needle");
      }
    });
  });
