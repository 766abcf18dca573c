/**
 * Cells of a line. A purpose-made splitter, because a log of hundreds of counters over a day has
 * tens of millions of cells: numbers are read in place, without a string for each, which a general
 * CSV reader cannot do. A quote that is not followed by a separator is part of its cell, and a line
 * end always ends the row, so one damaged cell cannot take the rest of a file with it.
 */

const quote = 0x22;
const space = 0x20;
const comma = 0x2c;
const point = 0x2e;

/** Where a cell begins and ends without its quotes, and where the next one begins. */
export interface CellSpan {
  from: number;
  to: number;
  /** Position after the separator; past `end` when this was the last cell. */
  next: number;
  /** Opened by a quote that nothing closes: the row is cut off in it. */
  open: boolean;
  /** The line has no closing quote from here on. Looking for one again would take quadratic time. */
  unclosed: boolean;
  /** The value of a cell that was read as a number; NaN for a blank, infinite for what is no number. */
  value: number;
}

/** Before the first cell of a line. */
export function firstCell(span: CellSpan, start: number): void {
  span.next = start;
  span.unclosed = false;
}

export const noCell = (): CellSpan => ({
  from: 0,
  to: 0,
  next: 0,
  open: false,
  unclosed: false,
  value: 0.5,
});

/** Moves `span` to the next cell of the line that ends at `end`. */
export function nextCell(text: string, end: number, separator: number, span: CellSpan): void {
  const start = span.next;
  span.open = false;
  if (start < end && text.charCodeAt(start) === quote) {
    for (let at = start + 1; at < end && !span.unclosed; ++at) {
      if (text.charCodeAt(at) !== quote) continue;
      if (at + 1 < end && text.charCodeAt(at + 1) !== separator) continue;
      span.from = start + 1;
      span.to = at;
      span.next = at + 2;
      return;
    }
    span.open = true;
    span.unclosed = true;
  }
  let at = start;
  while (at < end && text.charCodeAt(at) !== separator) ++at;
  span.from = span.open ? start + 1 : start;
  span.to = at;
  span.next = at + 1;
}

export function splitCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  const span = noCell();
  const code = separator.charCodeAt(0);
  while (span.next <= line.length) {
    nextCell(line, line.length, code, span);
    cells.push(line.slice(span.from, span.to).replaceAll('""', '"').trim());
  }
  return cells;
}

const powersOfTen = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** Digits that make a mantissa up to here are all exact; later ones cannot change a chart. */
const fullMantissa = 2 ** 49;
const noNumber = Number.POSITIVE_INFINITY;

/**
 * Moves `span` to the next cell and reads its number. In one go for a cell such as "12.5", which
 * nearly all of a log are: nothing is allocated. `grouping`: the sign that groups thousands, by its code; 0:
 * none does, and either sign is a decimal one.
 */
export function nextValue(
  text: string,
  end: number,
  separator: number,
  grouping: number,
  span: CellSpan,
): void {
  const start = span.next;
  const quoted = start < end && text.charCodeAt(start) === quote;
  let at = quoted ? start + 1 : start;
  const negative = at < end && text.charCodeAt(at) === 0x2d;
  if (negative) ++at;
  let mantissa = 0;
  let digits = 0;
  let fraction = -1;
  let code = 0;
  for (; at < end; ++at) {
    code = text.charCodeAt(at);
    const digit = code - 0x30;
    if (digit >= 0 && digit <= 9) {
      ++digits;
      if (mantissa < fullMantissa) {
        mantissa = mantissa * 10 + digit;
        if (fraction >= 0) ++fraction;
      } else if (fraction < 0) {
        break;
      }
    } else if (
      fraction < 0 &&
      code !== separator &&
      code !== grouping &&
      (code === point || code === comma)
    ) {
      fraction = 0;
    } else {
      break;
    }
  }
  const closes = quoted
    ? at < end && code === quote && (at + 1 === end || text.charCodeAt(at + 1) === separator)
    : at === end || code === separator;
  if (digits === 0 || !closes || fraction >= powersOfTen.length) {
    nextCell(text, end, separator, span);
    span.value = slowValue(text, span.from, span.to, grouping);
    return;
  }
  const value = mantissa / (powersOfTen[Math.max(fraction, 0)] ?? 1);
  span.value = negative ? -value : value;
  span.open = false;
  span.next = at + (quoted ? 2 : 1);
}

const longestNumber = 64;

/** Blanks, more digits than are exact, exponents, thousands, "1.#QNAN". */
function slowValue(text: string, from: number, to: number, grouping: number): number {
  let [start, end] = [from, to];
  while (start < end && text.charCodeAt(start) <= space) ++start;
  while (end > start && text.charCodeAt(end - 1) <= space) --end;
  if (start === end) return Number.NaN;
  if (end - start > longestNumber) return noNumber;
  const cell = text.slice(start, end);
  const decimalComma = isDecimalComma(cell, grouping);
  const plain = decimalComma
    ? cell.replaceAll(".", "").replace(",", ".")
    : cell.replaceAll(",", "");
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(plain)) return noNumber;
  return Number(plain);
}

const groupedBy: Readonly<Record<number, RegExp>> = {
  [comma]: /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/,
  [point]: /^[-+]?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/,
};

/** Where there are two kinds of signs the last one is the decimal one; one that repeats is of thousands. */
function isDecimalComma(cell: string, grouping: number): boolean {
  if (groupedBy[grouping]?.test(cell) === true) return grouping === point;
  const at = cell.lastIndexOf(",");
  return at > cell.lastIndexOf(".") && cell.indexOf(",") === at;
}
