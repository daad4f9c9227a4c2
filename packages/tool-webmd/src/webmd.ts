#!/usr/bin/env node
import { main } from "./bin/main.js";

const { code, out, err } = await main(process.argv.slice(2), process.stdin);
if (err !== "") process.stderr.write(err);
process.stdout.write(out, () => {
  process.exitCode = code;
});
