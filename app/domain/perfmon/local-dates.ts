/**
 * Dates as programs of any locale write them. Whether 03/04 is a day in March or in April only the
 * whole file can tell: a cell is taken apart at once and put together when all were seen.
 */

/** A moment whose day and month may still change places. */
export interface LooseDate {
  readonly year: number;
  /** What is written first: the month where `order` is "month", else the day. */
  readonly first: number;
  readonly second: number;
  /** Which of the two is named first; null where either could be. */
  readonly order: DateOrder | null;
  /** The year comes first, as in 2006-10-23, which leaves nothing open. */
  readonly yearFirst: boolean;
  /** Between them "." as in 23.10.2006, which no locale uses with the month first. */
  readonly dotted: boolean;
  readonly msOfDay: number;
}

export type DateOrder = "month" | "day";

/** Year first, or last; blank or T; AM and PM; a fraction; a zone, which the local clock ignores. */
const datePattern =
  /^(\d{1,4})([-/.])(\d{1,2})[-/.](\d{1,4})\.?(?:[ T]{1,2}(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,:](\d{1,9}))?)?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/;

const shortestDate = 6;
const longestDate = 48;

/** Null for what is no date and time. */
export function parseLooseDate(text: string): LooseDate | null {
  const cell = text.trim();
  if (cell.length < shortestDate || cell.length > longestDate) return null;
  const match = datePattern.exec(cell);
  if (match === null) return null;
  const msOfDay = timeOfDay(match);
  if (msOfDay === null) return null;
  const [a, b, c] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const rest = { dotted: match[2] === ".", msOfDay };
  if ((match[1] ?? "").length >= 3) {
    return existing({ year: a, first: b, second: c, order: "month", yearFirst: true, ...rest });
  }
  const year = (match[4] ?? "").length <= 2 ? 2000 + c : c;
  const order = a > 12 ? "day" : b > 12 ? "month" : null;
  return existing({ year, first: a, second: b, order, yearFirst: false, ...rest });
}

function existing(date: LooseDate): LooseDate | null {
  const { year, first, second, order } = date;
  const [month, day] = order === "day" ? [second, first] : [first, second];
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= 31 && year >= 1970 && year <= 9999;
  return exists ? date : null;
}

function timeOfDay(match: RegExpExecArray): number | null {
  const half = match[9]?.toLowerCase();
  let hour = Number(match[5] ?? 0);
  const [minute, second] = [Number(match[6] ?? 0), Number(match[7] ?? 0)];
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half === "p" ? 12 : 0);
  }
  if (hour > 23 || minute > 59 || second > 59) return null;
  const milliseconds = Math.floor(Number(`0.${match[8] ?? "0"}`) * 1000 + 1e-6);
  return ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
}

/** ms since 1970 of a clock without a zone. `fallback` decides where the date itself does not. */
export function timeOf(date: LooseDate, fallback: DateOrder): number {
  const dayFirst = (date.order ?? fallback) === "day";
  const [month, day] = dayFirst ? [date.second, date.first] : [date.first, date.second];
  return Date.UTC(date.year, month - 1, day) + date.msOfDay;
}
