// `npm run try`: installs, builds and runs the main job on the embedded scripted model.
import { build, install, root, run } from "./install.mjs";

install();
build();
run(process.execPath, [`${root}packages/cli/dist/bin.js`, "demo"]);
