/** Whether a file's dates name the day or the month first. */
import { type DateOrder, type LooseDate, timeOf } from "./local-dates.ts";

export interface OrderVerdict {
  readonly order: DateOrder;
  /** What was assumed, for a person; null where nothing had to be. */
  readonly note: string | null;
}

/** By the dates that can be read one way only; else by which way the times run on evenly. */
export function dateOrder(
  dates: readonly LooseDate[],
  lineOf: (row: number) => number,
): OrderVerdict {
  const dayFirst = dates.filter(({ order }) => order === "day").length;
  // A year that is named first settles the order of its own date only.
  const monthFirst = dates.filter(({ order, yearFirst }) => order === "month" && !yearFirst).length;
  if (dayFirst > 0 && monthFirst > 0) {
    return {
      order: dayFirst > monthFirst ? "day" : "month",
      note: `Dates name the day first in ${dayFirst} rows and the month first in ${monthFirst}; those that could be either are read as the more frequent.`,
    };
  }
  if (monthFirst > 0 || dates.every(({ yearFirst }) => yearFirst)) {
    return { order: "month", note: null };
  }
  if (dayFirst === 0) return undecidedOrder(dates);
  const line = lineOf(dates.findIndex(({ order }) => order === "day"));
  const note = `Dates are read as day, month, year: line ${line} cannot be read otherwise.`;
  return { order: "day", note };
}

/** Every day is the 12th of its month or earlier. */
function undecidedOrder(dates: readonly LooseDate[]): OrderVerdict {
  const [monthFirst, dayFirst] = [jumps(dates, "month"), jumps(dates, "day")];
  const dotted = dates[0]?.dotted === true;
  const usual: DateOrder = dotted ? "day" : "month";
  const order = monthFirst === dayFirst ? usual : dayFirst < monthFirst ? "day" : "month";
  if (dates.every(({ first, second }) => first === second)) return { order, note: null };
  const reason =
    monthFirst !== dayFirst
      ? "because the rows follow each other evenly that way"
      : dotted
        ? "as dates with points are"
        : "as Perfmon writes them";
  const reading = order === "day" ? "day, month, year" : "month, day, year";
  return {
    order,
    note: `Dates could have the day or the month first; they are read as ${reading}, ${reason}.`,
  };
}

/** Sum of the distances between neighbours, ms. */
function jumps(dates: readonly LooseDate[], order: DateOrder): number {
  let [sum, before] = [0, Number.NaN];
  for (const date of dates) {
    const time = timeOf(date, order);
    if (!Number.isNaN(before)) sum += Math.abs(time - before);
    before = time;
  }
  return sum;
}
