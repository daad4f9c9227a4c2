const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Bytes for people and models: `512 B`, `1.5 kB`, `20 MB`; 1 kB is 1,000 bytes. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit] ?? ""}`;
}
