/**
 * Numbers as a locale writes them. Which of "." and "," is the decimal separator is told by the
 * numbers themselves: one that is not followed by three digits is, one that repeats is not.
 */

const numeral = /^[-+]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d+)?$/;
const blanks = /[\s'’\u00a0\u202f]/g;
const longestNumeral = 40;

export class NumberStyle {
  /** Above zero: "." is the decimal separator; below: ",". */
  #votes = 0;

  see(cell: string): void {
    const text = plainNumeral(cell);
    if (text === null) return;
    const [point, comma] = [text.lastIndexOf("."), text.lastIndexOf(",")];
    if (point < 0 && comma < 0) return;
    const decimal = point > comma;
    if (point >= 0 && comma >= 0) {
      this.#votes += decimal ? 1 : -1;
      return;
    }
    const last = Math.max(point, comma);
    const repeats = text.indexOf(decimal ? "." : ",") !== last;
    const digits = /^\d*/.exec(text.slice(last + 1))?.[0].length ?? 0;
    if (repeats) this.#votes += decimal ? -1 : 1;
    else if (digits !== 3) this.#votes += decimal ? 1 : -1;
  }

  /** Null: nothing told it so far. */
  get decimal(): "." | "," | null {
    return this.#votes > 0 ? "." : this.#votes < 0 ? "," : null;
  }

  /** Null: no value; undefined: no number. `whole`: where nothing tells, separators are of thousands. */
  read(cell: string, whole: boolean): number | null | undefined {
    if (isAbsent(cell)) return null;
    const text = plainNumeral(cell);
    if (text === null) return undefined;
    const value = Number(this.#plainDecimal(text, whole));
    return Number.isFinite(value) ? value : undefined;
  }

  #plainDecimal(text: string, whole: boolean): string {
    if (this.#votes > 0) return text.replaceAll(",", "");
    if (this.#votes < 0) return text.replaceAll(".", "").replace(",", ".");
    return whole ? text.replace(/[.,]/g, "") : text.replace(",", ".");
  }
}

const isAbsent = (cell: string): boolean => /^(?:|-|null)$/i.test(cell.trim());

function plainNumeral(cell: string): string | null {
  if (cell.length > longestNumeral) return null;
  const text = cell.replace(blanks, "");
  return numeral.test(text) ? text : null;
}
