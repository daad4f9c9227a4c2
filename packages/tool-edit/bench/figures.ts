import { printCpu } from "./cpu.js";
import { printFidelity } from "./fidelity.js";
import { printReading } from "./reading.js";

/** Prints all figures with their limits; returns the exit code, 1 when one is missed. */
export async function main(sources: string, args: readonly string[]): Promise<number> {
  const seed = Number(args[0] ?? 1);
  const count = Number(args[1] ?? 34);
  const met = [printFidelity(sources, seed, count), printCpu(), await printReading()];
  return met.every(Boolean) ? 0 : 1;
}

/** One line of figures; returns whether the limit is met. */
export function printFigure(name: string, value: string, met: boolean, limit: string): boolean {
  console.log(`${met ? " " : "!"} ${name.padEnd(58)} ${value.padStart(10)}   limit ${limit}`);
  return met;
}

/** CPU milliseconds of one run, user and system. */
export function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
