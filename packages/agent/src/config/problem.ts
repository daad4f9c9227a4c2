/** Something wrong with one key; the message is finished once it is known what is used instead. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  /** Key path. */
  readonly path: string;
  /** What is wrong, without the place. */
  readonly what: string;
  /** How the message ends; absent: with the value that is used instead. */
  readonly instead?: string;
}

export type Report = (problem: Omit<Problem, "file">) => void;
