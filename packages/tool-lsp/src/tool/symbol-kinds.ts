const NAMES =
  "file module namespace package class method property field constructor enum interface function variable constant string number boolean array object key null enum-member struct event operator type-parameter".split(
    " ",
  );

/** Word for a `SymbolKind` (1 is `file`). */
export function symbolKind(kind: number): string {
  return NAMES[kind - 1] ?? "symbol";
}
