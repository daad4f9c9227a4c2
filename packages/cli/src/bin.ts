#!/usr/bin/env node
// Answers --version and --help without loading the runtime: start-up is what people feel.
import { enableCompileCache } from "./compile-cache.js";
import { helpFor } from "./help.js";
import { version } from "./version.js";

const argv = process.argv.slice(2);
const asksFor = (...names: string[]): boolean => names.includes(argv[0] ?? "") && argv.length === 1;

if (asksFor("--version", "-v", "-V", "version")) process.stdout.write(`mm ${version()}\n`);
else if (asksFor("--help", "-h", "help")) process.stdout.write(helpFor(undefined));
else {
  enableCompileCache(process.env);
  const { main } = asksFor("-acp", "--acp", "acp")
    ? await import("./acp-main.js")
    : await import("./main.js");
  await main(argv);
}
