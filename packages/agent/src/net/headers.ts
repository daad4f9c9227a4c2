/**
 * The part of the Fetch standard's `Headers` that the vendor SDKs use. The build puts it in the place of the global of
 * that name inside the bundled SDKs: on Node 20 the first touch of the global loads undici (60-100 ms, 8 MiB).
 */
export class Headers {
  readonly #map = new Map<string, string>();

  constructor(init?: Iterable<readonly [string, string]> | Readonly<Record<string, string>>) {
    if (init === undefined) return;
    for (const [name, value] of Symbol.iterator in init ? init : Object.entries(init))
      this.append(name, value);
  }

  get(name: string): string | null {
    return this.#map.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#map.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#map.set(name.toLowerCase(), value);
  }

  append(name: string, value: string): void {
    const before = this.get(name);
    this.set(name, before === null ? value : `${before}, ${value}`);
  }

  delete(name: string): void {
    this.#map.delete(name.toLowerCase());
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.#map) visit(value, name);
  }

  keys(): IterableIterator<string> {
    return this.#map.keys();
  }

  values(): IterableIterator<string> {
    return this.#map.values();
  }

  entries(): IterableIterator<[string, string]> {
    return this.#map.entries();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#map.entries();
  }
}
