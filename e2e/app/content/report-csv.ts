/** Compares the CSV of a run with what was recorded of it: every row, every column, every digit. */
import { expect } from "@playwright/test";
import { counters, waitTypes } from "../../../app/contract/telemetry-catalog.ts";
import { columnOf, parseCsv } from "./csv.ts";
import type { RecordedRun } from "./recorded-run.ts";

export function expectCsvOfRun(text: string, run: RecordedRun, database: string): void {
  const table = parseCsv(text);
  const times = columnOf(table, "(Engine Time)(0)", clockMs);
  expect(times.length, "one row for each sample").toBe(run.timeMs.length);
  expect(times).toEqual(run.timeMs.map((atMs) => Math.round(originOf(run) + atMs)));
  for (const { id, path } of counters) {
    const shown = columnOf(table, `\\\\SNAPSCOPE\\${path.replace("(db)", `(${database})`)}`);
    expect(shown, id).toEqual(run.counters[id]);
  }
  for (const { id } of waitTypes) {
    const of = (name: string) => columnOf(table, `Snapscope:Waits(${id})\\${name}`);
    const { tasks, waitMs, signalMs } = run.waits[id] ?? { tasks: [], waitMs: [], signalMs: [] };
    expect(of("Waiting tasks"), id).toEqual(tasks);
    expect(of("Wait time (ms)"), id).toEqual(waitMs);
    expect(of("Signal wait time (ms)"), id).toEqual(signalMs);
  }
  expect(columnOf(table, "p99 Response Time (ms)"), "p99 response").toEqual(run.p99Ms);
  const known = 2 + counters.length + 3 * waitTypes.length;
  expect(table.columns.length, "no column that nobody knows").toBe(known);
}

const originOf = ({ summary }: RecordedRun): number => Date.parse(`${summary?.run.origin}Z`);

/** MM/DD/YYYY HH:MM:SS.mmm */
function clockMs(cell: string): number {
  const [date = "", time = ""] = cell.split(" ");
  const [month, day, year] = date.split("/");
  return Date.parse(`${year}-${month}-${day}T${time}Z`);
}
