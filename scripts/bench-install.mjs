// `npm run bench:install`: packs every public package, installs the tarballs into empty folders with npm as people would, and
// prints what lands there: the full CLI, then each other package with core. Options: --into <folder> keeps the CLI's install
// there and measures nothing else, --json prints JSON, --no-build takes dist as it is.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bin, build, install, run } from "./install.mjs";

const { values } = parseArgs({
  options: { into: { type: "string" }, json: { type: "boolean" }, "no-build": { type: "boolean" } },
});
const LIMITS = {
  cli: { goal: { mib: 12, packages: 20 }, gate: { mib: 30, packages: 40 } },
  tool: { goal: { mib: 1, packages: 3 }, gate: { mib: 3, packages: 10 } },
};

if (!values["no-build"]) {
  install();
  build();
}
const work = mkdtempSync(join(tmpdir(), "mm-install-"));
try {
  const tarballs = pack(join(work, "tarballs"));
  const rows = [measure("cli", values.into ?? join(work, "cli"), [tarballs.cli])];
  if (values.into === undefined)
    for (const name of Object.keys(tarballs).filter((one) => one.startsWith("tool-")))
      rows.push(measure(name, join(work, name), [tarballs[name], tarballs.core]));
  const failed = rows.filter(({ name, mib, packages }) => {
    const { gate } = limits(name);
    return mib > gate.mib || packages > gate.packages;
  });
  if (values.json) console.log(JSON.stringify(rows));
  else {
    console.log("installed   |   MiB | goal/gate | packages | goal/gate");
    for (const { name, mib, packages } of rows) {
      const { goal, gate } = limits(name);
      const cells = [
        name.padEnd(11),
        mib.toFixed(1).padStart(5),
        `${goal.mib}/${gate.mib}`.padStart(9),
        String(packages).padStart(8),
        `${goal.packages}/${gate.packages}`.padStart(9),
      ];
      console.log(cells.join(" | "));
    }
  }
  if (failed.length > 0) {
    console.error(`too large: ${failed.map((row) => row.name).join(", ")}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function limits(name) {
  return name === "cli" ? LIMITS.cli : LIMITS.tool;
}

/** The tarballs of the public packages, by the names of their folders. */
function pack(folder) {
  mkdirSync(folder, { recursive: true });
  const filters = ["--filter", "./packages/*", "--filter", "!@mm-agent/testkit"];
  run(bin("pnpm"), ["-r", ...filters, "pack", "--pack-destination", folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      /^mm-agent-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(file)?.[1] ?? file,
      join(folder, file),
    ]),
  );
}

function measure(name, folder, tarballs) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private": true}\n');
  // What is in npm's cache is not asked for again; no script of a package may run.
  const args = [
    "install",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--loglevel=error",
    ...tarballs,
  ];
  const { status, stderr } = spawnSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm install of ${name} failed:\n${stderr}`);
  const modules = join(folder, "node_modules");
  return { name, mib: sizeOf(modules) / 1024 / 1024, packages: packagesIn(modules).length };
}

function sizeOf(path) {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.isFile() ? stat.size : 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function packagesIn(modules) {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((name) => {
    if (name.startsWith(".")) return [];
    const folder = join(modules, name);
    if (name.startsWith("@")) return packagesIn(folder);
    const manifest = join(folder, "package.json");
    if (!existsSync(manifest)) return [];
    return [JSON.parse(readFileSync(manifest, "utf8")).name, ...packagesIn(join(folder, "node_modules"))];
  });
}
