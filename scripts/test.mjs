// `npm test`: installs what is missing, builds (cached) for the end-to-end tests, runs every test.
import { bin, build, install, run } from "./install.mjs";

install();
build();
run(bin("vitest"), ["run", ...process.argv.slice(2)]);
