import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WORDS =
  "const value return await import function export class interface string number order user cart price".split(
    " ",
  );

/** Writes 50,000 files of source-like text in 2,500 folders, with ignore files; about 130 MB. Returns the word that is in 60 of them. */
export function makeTree(root) {
  let seed = 1;
  const next = (bound) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * bound);
  };
  const needle = "needle_in_the_tree";
  let files = 0;
  mkdirSync(join(root, ".git/info"), { recursive: true });
  writeFileSync(
    join(root, ".gitignore"),
    "node_modules/\n/dist\n*.log\n*.tmp\n!keep.log\n.cache/\ncoverage\n*.min.js\n",
  );
  for (let part = 0; part < 50; part += 1) {
    for (let folder = 0; folder < 50; folder += 1) {
      const path = join(root, `packages/part-${part}/src/module-${folder}`);
      mkdirSync(path, { recursive: true });
      if (folder % 10 === 0) writeFileSync(join(path, ".gitignore"), "generated.*\n");
      for (let file = 0; file < 20; file += 1) {
        files += 1;
        const lines = [];
        for (let line = 0; line < 60; line += 1) {
          lines.push(
            `  ${WORDS[next(16)]} ${WORDS[next(16)]}${next(1000)} = ${WORDS[next(16)]}(${WORDS[next(16)]}, ${next(99)});`,
          );
        }
        if (files % 833 === 0) lines[30] = `  const ${needle} = ${files};`;
        const name =
          file === 0
            ? "index.ts"
            : `${WORDS[next(16)]}-${WORDS[next(16)]}-${file}.${file % 5 === 0 ? "md" : "ts"}`;
        writeFileSync(join(path, name), `${lines.join("\n")}\n`);
      }
    }
  }
  return { needle, files };
}
