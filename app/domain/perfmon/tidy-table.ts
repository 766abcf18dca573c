/**
 * The last step of reading: decides the order of day and month, puts the rows in order of time, and
 * gives each time one row.
 */
import { maxListedTimeSteps, type TimeStep } from "../../contract/capture.ts";
import { printLocalTime } from "../local-time.ts";
import { unitOf } from "./counter-names.ts";
import { dateOrder } from "./date-order.ts";
import { timeOf } from "./local-dates.ts";
import type { ReadingNotes } from "./perfmon-notes.ts";
import type { PerfmonTable } from "./perfmon-table.ts";
import { maxColumns, type SampleStore } from "./sample-store.ts";

type Facts = Pick<PerfmonTable, "name" | "zone" | "utcOffsetMinutes" | "lines">;

export function tidyTable(facts: Facts, store: SampleStore, notes: ReadingNotes): PerfmonTable {
  store.finish();
  const times = timesOf(store, notes);
  const steps = timeStepsOf(times, store.lines);
  const rows = rowsInOrder(times, steps.count > 0, notes);
  noteLimits(store, notes);
  return {
    ...facts,
    host: store.columns.find(({ host }) => host !== null)?.host ?? null,
    timeMs: rows === null ? times : Float64Array.from(rows, (row) => times[row.at(-1) ?? 0] ?? 0),
    columns: store.columns.map((column) => ({
      path: column.path,
      host: column.host,
      object: column.object,
      instance: column.instance,
      counter: column.counter,
      unit: unitOf(column),
      values:
        rows === null ? trimmed(column.values, store.length) : rearranged(column.values, rows),
      ...store.figuresOf(column),
    })),
    rows: store.rows,
    samplesPerRow: store.samplesPerRow,
    unrecognised: notes.others,
    timeSteps: steps.listed,
    timeStepCount: steps.count,
    notes: notes.list(),
  };
}

const trimmed = (values: Float64Array, length: number): Float64Array =>
  values.length === length ? values : values.slice(0, length);

function timesOf({ dates, lines }: SampleStore, notes: ReadingNotes): Float64Array {
  const { order, note } = dateOrder(dates, (row) => lines[row] ?? 0);
  if (note !== null) notes.add(note);
  return Float64Array.from(dates, (date) => timeOf(date, order));
}

function timeStepsOf(times: Float64Array, lines: readonly number[]) {
  const listed: TimeStep[] = [];
  let count = 0;
  for (let row = 1; row < times.length; ++row) {
    const [from, to] = [times[row - 1] ?? 0, times[row] ?? 0];
    if (to >= from) continue;
    count += 1;
    if (listed.length >= maxListedTimeSteps) continue;
    const step = { from: printLocalTime(from), to: printLocalTime(to), byMs: from - to };
    listed.push({ line: lines[row] ?? 0, ...step });
  }
  return { listed, count };
}

/** Which rows make up each row of the table; null: each row as it is. */
function rowsInOrder(
  times: Float64Array,
  stepsBack: boolean,
  notes: ReadingNotes,
): readonly (readonly number[])[] | null {
  const order = Uint32Array.from(times, (_, row) => row);
  // Equal times keep the order of the file.
  if (stepsBack) order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  const rows: number[][] = [];
  let repeated = 0;
  let last = Number.NaN;
  for (const row of order) {
    const time = times[row] ?? 0;
    if (time === last) {
      rows.at(-1)?.push(row);
      repeated += 1;
    } else {
      rows.push([row]);
    }
    last = time;
  }
  if (stepsBack) notes.add("The clock goes back in this file; samples are in order of their time.");
  if (repeated > 0) {
    notes.add(
      `${repeated === 1 ? "1 row repeats" : `${repeated} rows repeat`} the time of another; of two values for a moment the later one counts.`,
    );
  }
  return stepsBack || repeated > 0 ? rows : null;
}

/** The last value of each group of rows that is one. */
function rearranged(values: Float64Array, rows: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(rows, (group) => {
    for (let member = group.length - 1; member >= 0; --member) {
      const value = values[group[member] ?? 0] ?? Number.NaN;
      if (!Number.isNaN(value)) return value;
    }
    return Number.NaN;
  });
}

function noteLimits({ columnsLeftOut, samplesPerRow }: SampleStore, notes: ReadingNotes): void {
  if (columnsLeftOut > 0) {
    notes.add(
      `The header names ${columnsLeftOut} counters more than the ${maxColumns} that are read; choose some with: relog FILE -cf COUNTERS.txt -f csv -o FEWER.csv`,
    );
  }
  if (samplesPerRow > 1) {
    notes.add(
      `The file is very large: ${samplesPerRow} samples each are averaged for the charts. Minimum, mean and maximum are of every sample.`,
    );
  }
}
