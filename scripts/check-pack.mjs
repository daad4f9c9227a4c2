// Packs every public package and lets publint and are-the-types-wrong judge the tarballs, as users would get them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, build, install, root, run } from "./install.mjs";

install();
build();
const folder = mkdtempSync(join(tmpdir(), "mm-pack-"));
let failed = 0;
try {
  run(
    bin("pnpm"),
    [
      "-r",
      "--filter",
      "./packages/*",
      "--filter",
      "!@mm-agent/testkit",
      "pack",
      "--pack-destination",
      folder,
    ],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const bundled = new Set(
    readdirSync(join(root, "packages"))
      .map((name) => JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")))
      .filter((pkg) => pkg.private || !pkg.exports?.["."])
      .map((pkg) => `${pkg.name.replace("@", "").replace("/", "-")}-`),
  );
  for (const file of readdirSync(folder)) {
    const tarball = join(folder, file);
    check(file, "publint", bin("publint"), ["run", tarball, "--strict"]);
    // A package that is only a program exports no types.
    if (![...bundled].some((prefix) => file.startsWith(prefix)))
      check(file, "types", bin("attw"), [tarball, "--profile", "esm-only", "--format", "ascii"]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);

function check(file, what, command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${what} ${file}`);
  if (status === 0) return;
  failed += 1;
  console.log(`${stdout}${stderr}`);
}
