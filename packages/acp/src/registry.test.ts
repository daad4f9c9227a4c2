import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { tempFolder } from "@mm-agent/testkit";
import { expect, it } from "vitest";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string): string => readFileSync(here(path), "utf8");

interface Entry {
  readonly [key: string]: unknown;
  readonly id: string;
  readonly version: string;
  readonly distribution: { readonly npx: { readonly package: string; readonly args: readonly string[] } };
}

// The checks of the ACP registry's own validator (agentclientprotocol/registry), as far as they concern an npm package.
const entry = JSON.parse(read("../../../registry/agent.json")) as Entry;

it("the registry's entry has what its schema asks for", () => {
  for (const field of ["id", "name", "version", "description"])
    expect(entry[field]).toEqual(expect.stringMatching(/./));
  expect(entry.id).toMatch(/^[a-z][a-z0-9-]*$/);
  expect(entry.version).toMatch(/^\d+\.\d+\.\d+$/);
  const known = [
    "id",
    "name",
    "version",
    "description",
    "repository",
    "website",
    "authors",
    "license",
    "distribution",
  ];
  expect(Object.keys(entry).filter((key) => !known.includes(key))).toEqual([]);
  expect(Object.keys(entry.distribution)).toEqual(["npx"]);
});

it("names the package that brings the program, in the version of the entry", () => {
  const cli = JSON.parse(read("../../cli/package.json")) as { name: string; version: string; bin: object };
  expect(entry.distribution.npx.package).toBe(`${cli.name}@${cli.version}`);
  expect(entry.version).toBe(cli.version);
  expect(Object.keys(cli.bin)).toEqual(["mm"]);
});

it("the icon is a 16 by 16 SVG in the colour of the text around it", () => {
  const icon = read("../../../registry/icon.svg");
  expect(icon).toMatch(/^<svg\s/);
  expect(icon).not.toContain("<!--");
  expect(icon).toMatch(/\swidth="16"\sheight="16"\sviewBox="0 0 16 16"/);
  expect(icon).not.toMatch(/<style|style=/);
  const paints = [...icon.matchAll(/\b(?:fill|stroke)="([^"]*)"/g)].map(([, paint]) => paint);
  expect(paints).toContain("currentColor");
  expect(paints.filter((paint) => paint !== "currentColor" && paint !== "none")).toEqual([]);
});

it("the agent answers the validator with a way to log in, in an empty home", async () => {
  const home = tempFolder("mm-registry-");
  const child = spawn(process.execPath, [here("../../cli/dist/bin.js"), ...entry.distribution.npx.args], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, TERM: "dumb" },
  });
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: 1,
      clientInfo: { name: "ACP Registry Validator", version: "1.0.0" },
      clientCapabilities: {
        terminal: true,
        fs: { readTextFile: true, writeTextFile: true },
        _meta: { terminal_output: true, "terminal-auth": true },
      },
    },
  };
  child.stdin.write(`${JSON.stringify(request)}\n`);
  const line = await new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve));
  child.kill();
  const { result } = JSON.parse(line) as { result: { authMethods: { id: string; type?: string }[] } };
  expect(result.authMethods.filter(({ type = "agent" }) => ["agent", "terminal"].includes(type))).not.toEqual(
    [],
  );
});
