/**
 * The first rows of a log, held back while it is not known which of "." and "," is its decimal sign. Perfmon writes
 * no thousands separators, but a spreadsheet that saves its log does: "1,234" alone could be either.
 */
import { NumberStyle } from "../wait-stats/number-style.ts";
import { splitCells } from "./cells.ts";

export interface HeldRow {
  readonly text: string;
  /** The line of the file, from 1. */
  readonly line: number;
  readonly cut: boolean;
}

/** What groups thousands: "," or "."; "": nothing does, either sign is a decimal one. */
export type Grouping = "" | "," | ".";

/** So many rows tell nothing else any more. */
const mostHeld = 200;
const mostSeen = 1000;
const couldBeEither = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;

export class HeldRows {
  readonly #style = new NumberStyle();
  readonly #separator: string;
  #rows: HeldRow[] = [];
  #seen = 0;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Rows that can be read now, with this one the last; none while it is held. */
  take(row: HeldRow): readonly HeldRow[] {
    const cells = splitCells(row.text, this.#separator).slice(1);
    for (const cell of cells) this.#style.see(cell);
    this.#seen += 1;
    this.#rows.push(row);
    const waits =
      this.grouping === null &&
      (this.#rows.length > 1 || cells.some((cell) => couldBeEither.test(cell)));
    return waits ? [] : this.release();
  }

  release(): readonly HeldRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** Null: not known yet. Where nothing tells, a comma in a cell of a comma-separated log groups thousands. */
  get grouping(): Grouping | null {
    const { decimal } = this.#style;
    if (decimal !== null) return decimal === "." ? "," : ".";
    return this.#rows.length > mostHeld || this.#seen > mostSeen ? this.usual : null;
  }

  get usual(): Grouping {
    return this.#separator === "," ? "," : "";
  }
}
