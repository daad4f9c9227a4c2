/** The part of the terminal that is still being worked on: it stands below everything printed and is drawn anew. */
export interface Live {
  /** Rows without line ends, none wider than the terminal minus one. */
  readonly rows: readonly string[];
  /** Where the cursor stands; absent: it is hidden. */
  readonly cursor?: { readonly row: number; readonly column: number };
}

/** Where line mode draws. Printed rows are final. */
export interface Surface {
  /** Cells of a row. */
  readonly columns: number;
  readonly rows: number;
  /** Prints rows above the live part, for good. */
  print(rows: readonly string[]): void;
  /** Makes sure that exactly one blank row stands before what is printed next. */
  gap(): void;
  /** Draws the live part; a surface that cannot move its cursor shows none. */
  live(live: Live): void;
}
