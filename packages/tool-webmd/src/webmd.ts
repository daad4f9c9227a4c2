#!/usr/bin/env node
import { main } from "./bin/main.js";

// Whoever reads the output may stop early (`webmd page.html | head -1`): nothing is left to do then.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
}

const { code, out, err } = await main(process.argv.slice(2), process.stdin);
if (err !== "") process.stderr.write(err);
process.stdout.write(out, () => {
  process.exitCode = code;
});
