/** What was odd about a Perfmon file: counted, with the first place of each. */
import { countOf } from "../format/numbers.ts";

const longestQuotation = 80;

export class ReadingNotes {
  /** Lines that are neither header nor sample. */
  others = 0;
  readonly #late: string[] = [];
  #firstOther = "";
  #headers: number[] = [];
  #headerCount = 0;
  #odd = 0;
  #firstOdd = "";
  #unreadable = 0;
  #firstUnreadable = 0;
  #minusOnes = 0;
  #cut: string | null = null;

  otherLine(line: number, text: string): void {
    this.others += 1;
    if (this.others > 1) return;
    const start = text.slice(0, longestQuotation).trim();
    this.#firstOther = `line ${line}: "${start}${text.length > longestQuotation ? "..." : ""}"`;
  }

  repeatedHeader(line: number): void {
    this.#headerCount += 1;
    if (this.#headers.length < 5) this.#headers.push(line);
  }

  oddRow(line: number, counters: number): void {
    this.#odd += 1;
    if (this.#odd === 1) this.#firstOdd = `line ${line}, where the header names ${counters}`;
  }

  unreadable(line: number): void {
    this.#unreadable += 1;
    if (this.#unreadable === 1) this.#firstUnreadable = line;
  }

  minusOne(): void {
    this.#minusOnes += 1;
  }

  cutRow(line: number, cells: number): void {
    this.#cut = `The file breaks off in line ${line}, after ${countOf(cells, "value", "values")}; what it has is used.`;
  }

  /** Something that shows at the end. */
  add(note: string): void {
    this.#late.push(note);
  }

  list(): readonly string[] {
    const notes: string[] = [];
    if (this.others > 0) {
      const lines = countOf(
        this.others,
        "line is neither header nor sample",
        "lines are neither header nor sample; the first is",
      );
      notes.push(`${lines}${this.others === 1 ? ":" : ""} ${this.#firstOther}.`);
    }
    if (this.#headerCount > 0) {
      const more = this.#headerCount > this.#headers.length ? ", ..." : "";
      notes.push(
        `A header is repeated in line ${this.#headers.join(", ")}${more}: logs were joined. Counters are matched by name.`,
      );
    }
    if (this.#odd > 0) {
      const rows = countOf(
        this.#odd,
        "row has more or fewer values",
        "rows have more or fewer values",
      );
      notes.push(
        `${rows} than there are counters, the first in ${this.#firstOdd}. Missing ones are left blank, surplus ones left out.`,
      );
    }
    if (this.#unreadable > 0) {
      const values = countOf(this.#unreadable, "value is no number", "values are no numbers");
      notes.push(`${values}, the first in line ${this.#firstUnreadable}; left blank.`);
    }
    if (this.#minusOnes > 0) {
      const values = countOf(this.#minusOnes, "value of -1 is", "values of -1 are");
      notes.push(`${values} taken as missing: that is how a failed sample is written.`);
    }
    if (this.#cut !== null) notes.push(this.#cut);
    return [...notes, ...this.#late];
  }
}
