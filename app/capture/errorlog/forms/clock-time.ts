/** Times as exports write them: local to the server, in whatever order of day and month. */
import { startOfDayMs } from "../../../domain/local-time.ts";

export type DateOrder = "yearFirst" | "monthFirst" | "dayFirst";

/** Nine groups: three of the date with its separator second, four of the time, AM or PM. */
export const writtenTimePattern = String.raw`(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:,? |T)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[ \u202f]?([AaPp])\.?[Mm]\.?)?`;

/** Null: there is no such hour. The groups are those of the time in `writtenTimePattern`. */
function timeOfDay(groups: readonly (string | undefined)[]): number | null {
  const [hourText, minute, second, fraction, half] = groups;
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  const [minutes, seconds] = [Number(minute), Number(second ?? 0)];
  if (hour > 23 || minutes > 59 || seconds > 59) return null;
  const milliseconds = Number((fraction ?? "").slice(0, 3).padEnd(3, "0"));
  return ((hour * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

/** Milliseconds since 1970 of a clock without zones; null for a day that no calendar has. */
function clockTimeMs(
  date: readonly [number, number, number],
  timeOfDayMs: number,
  order: DateOrder,
): number | null {
  const [a, b, c] = date;
  const [year, month, day] =
    order === "yearFirst" ? [a, b, c] : order === "monthFirst" ? [c, a, b] : [c, b, a];
  const fullYear = year < 100 ? 2000 + year : year;
  const dayMs = startOfDayMs(fullYear, month, day);
  return dayMs === null ? null : dayMs + timeOfDayMs;
}

export interface DecidedOrder {
  readonly order: DateOrder;
  /** What was assumed; null where the dates themselves tell. */
  readonly note: string | null;
}

const words = { monthFirst: "month first", dayFirst: "day first", yearFirst: "year first" };

/** Times of an export as they are written, in its order; in columns, since there are many. */
export class WrittenTimes {
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #third: number[] = [];
  readonly #timeOfDay: number[] = [];
  #separator = "";

  get count(): number {
    return this.#first.length;
  }

  /** Whether all are whole seconds. */
  get areWholeSeconds(): boolean {
    return this.#timeOfDay.every((ms) => ms % 1000 === 0);
  }

  /** From the groups of a match whose first nine are the pattern's. False: it is no time of day. */
  add(match: readonly (string | undefined)[]): boolean {
    const ms = timeOfDay(match.slice(5, 10));
    if (ms === null) return false;
    this.#separator ||= match[2] ?? "";
    this.#first.push(Number(match[1]));
    this.#second.push(Number(match[3]));
    this.#third.push(Number(match[4]));
    this.#timeOfDay.push(ms);
    return true;
  }

  timeMs(index: number, order: DateOrder): number | null {
    return clockTimeMs(this.#date(index), this.#timeOfDay[index] ?? 0, order);
  }

  /**
   * The order of all dates. A number above 12 is a day. Where there is none, the order is taken under
   * which the times turn round less often, as a log runs one way; else the customary one.
   */
  decideOrder(): DecidedOrder {
    if (this.count === 0 || (this.#first[0] ?? 0) > 31) return { order: "yearFirst", note: null };
    const dayFirst = this.#first.some((number) => number > 12);
    const monthFirst = this.#second.some((number) => number > 12);
    if (dayFirst !== monthFirst) return { order: dayFirst ? "dayFirst" : "monthFirst", note: null };
    const customary: DateOrder = this.#separator === "." ? "dayFirst" : "monthFirst";
    if (dayFirst) {
      const note = `The dates contradict each other about the order of day and month; they were read ${words[customary]}, and what is no date then has no time.`;
      return { order: customary, note };
    }
    const turns = { monthFirst: this.#turns("monthFirst"), dayFirst: this.#turns("dayFirst") };
    if (turns.monthFirst !== turns.dayFirst) {
      const order = turns.monthFirst < turns.dayFirst ? "monthFirst" : "dayFirst";
      const note = `The dates were read ${words[order]}: only so does the log run one way.`;
      return { order, note };
    }
    const same = this.#first.every((number, index) => number === this.#second[index]);
    if (same) return { order: customary, note: null };
    const note = `No date tells the order of day and month; they were read ${words[customary]}.`;
    return { order: customary, note };
  }

  #date(index: number): [number, number, number] {
    return [this.#first[index] ?? 0, this.#second[index] ?? 0, this.#third[index] ?? 0];
  }

  /** How often times change from rising to falling or back. */
  #turns(order: DateOrder): number {
    let turns = 0;
    let direction = 0;
    let before: number | null = null;
    for (let index = 0; index < this.count; index++) {
      const now = this.timeMs(index, order);
      const step = now === null || before === null ? 0 : Math.sign(now - before);
      if (step !== 0 && direction !== 0 && step !== direction) turns += 1;
      if (step !== 0) direction = step;
      before = now ?? before;
    }
    return turns;
  }
}
