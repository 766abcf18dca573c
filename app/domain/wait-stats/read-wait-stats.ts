/**
 * Reads results of sys.dm_os_wait_stats: of the view itself or of a script over it, one or several
 * after each other, told apart by a column of times, by repeated headers, or by types that repeat.
 */
import { failure, type Result, success } from "../../contract/result.ts";
import { dateOrder } from "../perfmon/date-order.ts";
import { type LooseDate, parseLooseDate, timeOf } from "../perfmon/local-dates.ts";
import { NumberStyle } from "./number-style.ts";
import { type RawCapture, type RawRow, RowCollector } from "./row-collector.ts";
import { visitRows, waitFormOf, withPlainLineEnds } from "./wait-rows.ts";

/** Figures of one type of waits, since the start of the server. */
export interface WaitRow {
  readonly waitType: string;
  readonly tasks: number;
  readonly waitMs: number;
  readonly maxWaitMs: number | null;
  readonly signalMs: number | null;
}

export interface TakenWaits {
  /** When it was taken, ms since 1970 of a clock without zones; null: the file does not tell. */
  readonly timeMs: number | null;
  /** The time as it is written, where it is no date that can be read. */
  readonly timeText: string | null;
  readonly server: string | null;
  /** Number of its first row's line, from 1. */
  readonly line: number;
  readonly rows: readonly WaitRow[];
}

export interface WaitStatsReading {
  readonly name: string;
  /** In order of time where every one has one; else in that of the file. */
  readonly captures: readonly TakenWaits[];
  /** A script chose what it shows: a type that is missing may have been waited for all the same. */
  readonly selected: boolean;
  readonly host: string | null;
  readonly lines: number;
  /** Rows of waits, in all captures. */
  readonly rows: number;
  /** Rows of the text that are neither waits nor what surrounds them. */
  readonly unrecognised: number;
  readonly notes: readonly string[];
}

export function readWaitStats(source: string, name: string): Result<WaitStatsReading> {
  const text = withPlainLineEnds(source);
  const form = waitFormOf(text);
  if (form === null) return refused(name, "has no such header in its beginning");
  let collector = new RowCollector();
  visitRows(text, form, () => {
    collector = new RowCollector();
    return (cells, line) => collector.take(cells, line);
  });
  if (collector.captures.length === 0) return refused(name, "has a header and no row of waits");
  return success(readingOf(name, text, collector));
}

const refused = (name: string, what: string): Result<WaitStatsReading> =>
  failure(
    "badInput",
    `${name} is no result of sys.dm_os_wait_stats: it ${what}. Expected are columns wait_type and wait_time_ms (or WaitType and Wait_S), as CSV, as a copied grid with its header, or as sqlcmd prints them.`,
  );

function readingOf(name: string, text: string, collector: RowCollector): WaitStatsReading {
  const notes = [...collector.notes()];
  const captures = timed(collector.captures, notes);
  const style = new NumberStyle();
  for (const { rows } of collector.captures) for (const row of rows) seeNumbers(style, row);
  const unread = { count: 0, line: 0 };
  const negative = { count: 0, line: 0 };
  const taken = captures.map(
    ({ raw, timeMs }): TakenWaits => ({
      timeMs,
      timeText: timeMs === null ? raw.time : null,
      server: raw.server,
      line: raw.rows[0]?.line ?? 0,
      rows: raw.rows.flatMap((row) => numbersOf(row, style, unread, negative)),
    }),
  );
  if (unread.count > 0) {
    notes.push(
      `${unread.count} ${unread.count === 1 ? "row has" : "rows have"} no number for the time of the waits, the first in line ${unread.line}; left out.`,
    );
  }
  if (negative.count > 0) {
    notes.push(
      `${negative.count} ${negative.count === 1 ? "row has" : "rows have"} a negative number of waits or time, which no wait has, the first in line ${negative.line}; a negative wait is left out with its row, any other number alone.`,
    );
  }
  const given = captures.reduce((sum, { raw }) => sum + raw.rows.length, 0);
  const kept = taken.reduce((sum, { rows }) => sum + rows.length, 0);
  return {
    name,
    captures: taken,
    selected: collector.selected,
    host: taken.find(({ server }) => server !== null)?.server ?? null,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    rows: kept,
    unrecognised: collector.unrecognised + given - kept,
    notes,
  };
}

interface TimedCapture {
  readonly raw: RawCapture;
  readonly timeMs: number | null;
}

/** Whether 03/04 is in March or in April, all times of the file tell together. */
function timed(captures: readonly RawCapture[], notes: string[]): readonly TimedCapture[] {
  const dates = captures.map(({ time }) => (time === null ? null : parseLooseDate(time)));
  const known = dates.filter((date): date is LooseDate => date !== null);
  const verdict = dateOrder(known, (row) => captures[row]?.rows[0]?.line ?? 0);
  if (verdict.note !== null) notes.push(verdict.note);
  const placed = captures.map((raw, at): TimedCapture => {
    const date = dates[at] ?? null;
    return { raw, timeMs: date === null ? null : timeOf(date, verdict.order) };
  });
  return placed.every(({ timeMs }) => timeMs !== null)
    ? placed.toSorted((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0))
    : placed;
}

function seeNumbers(style: NumberStyle, { tasks, wait, max, signal, resource }: RawRow): void {
  for (const cell of [tasks, wait, max, signal, resource]) style.see(cell ?? "");
}

function numbersOf(row: RawRow, style: NumberStyle, unread: Tally, negative: Tally): WaitRow[] {
  const factor = row.inSeconds ? 1000 : 1;
  const time = (cell: string | null): number | null => {
    const value = cell === null ? null : (style.read(cell, !row.inSeconds) ?? null);
    // Thousandths of a second times 1,000 are whole milliseconds, but for the last bits.
    return value === null ? null : Math.round(value * factor * 1000) / 1000;
  };
  const waitMs = time(row.wait);
  if (waitMs === null) {
    count(unread, row);
    return [];
  }
  const resource = time(row.resource);
  const numbers = {
    tasks: row.tasks === null ? null : (style.read(row.tasks, true) ?? null),
    maxWaitMs: time(row.max),
    signalMs: time(row.signal) ?? (resource === null ? null : signalBeside(waitMs, resource)),
  };
  if (Object.values({ waitMs, ...numbers }).some(isNegative)) count(negative, row);
  if (waitMs < 0) return [];
  const { tasks, maxWaitMs, signalMs } = numbers;
  const known = (value: number | null) => (isNegative(value) ? null : value);
  const { waitType } = row;
  return [
    {
      waitType,
      tasks: known(tasks) ?? 0,
      waitMs,
      maxWaitMs: known(maxWaitMs),
      signalMs: known(signalMs),
    },
  ];
}

/** Rows with something in common, and the line of the first. */
interface Tally {
  count: number;
  line: number;
}

function count(tally: Tally, { line }: RawRow): void {
  tally.count += 1;
  tally.line ||= line;
}

/** Scripts round both to hundredths of a second: what is less than nothing by that much is nothing. */
function signalBeside(waitMs: number, resourceMs: number): number {
  const signalMs = waitMs - resourceMs;
  return signalMs < 0 && signalMs >= -10 ? 0 : signalMs;
}

/** True for a counter that overflowed, or a difference over a reset. */
const isNegative = (value: number | null): boolean => value !== null && value < 0;
