/**
 * Samples as PDH-CSV, as Perfmon writes it, but with every digit: every counter, every wait type and
 * the response time, one row for each sample. Times are local, of no zone.
 */
import type { Series } from "../contract/rpc/timeline-data.ts";
import { counters, waitTypes } from "../contract/telemetry-catalog.ts";
import { csvLine } from "../domain/csv-line.ts";

const millisecondsPerDay = 86_400_000;

interface CsvColumn {
  readonly path: string;
  readonly values: Float64Array | undefined;
  /** What stands for no sample: a wait type that did not occur was not recorded, which is zero. */
  readonly absent: "0" | " ";
}

export function samplesCsv(series: Series, origin: string, database: string): string {
  const originMs = Date.parse(`${origin}Z`);
  const start = Number.isNaN(originMs) ? 0 : originMs;
  const columns = columnsOf(series, database);
  const lines = [csvLine(["(PDH-CSV 4.0) (Engine Time)(0)", ...columns.map(({ path }) => path)])];
  for (const [row, timeMs] of series.timeMs.entries()) {
    lines.push(
      csvLine([perfmonTime(start + timeMs), ...columns.map((column) => cell(column, row))]),
    );
  }
  return lines.join("");
}

function columnsOf(series: Series, database: string): CsvColumn[] {
  const named = (path: string) => `\\\\SNAPSCOPE\\${path.replace("(db)", `(${database})`)}`;
  const ofCounters = counters.map(
    ({ id, path }): CsvColumn => ({ path: named(path), values: series.counters[id], absent: " " }),
  );
  const ofWaits = waitTypes.flatMap(({ id }): CsvColumn[] => {
    const wait = series.waits[id];
    const object = `Snapscope:Waits(${id})`;
    return [
      { path: named(`${object}\\Waiting tasks`), values: wait?.tasks, absent: "0" },
      { path: named(`${object}\\Wait time (ms)`), values: wait?.waitMs, absent: "0" },
      { path: named(`${object}\\Signal wait time (ms)`), values: wait?.signalMs, absent: "0" },
    ];
  });
  const response: CsvColumn = {
    path: named("Snapscope:Transactions(_Total)\\p99 Response Time (ms)"),
    values: series.p99Ms,
    absent: " ",
  };
  return [...ofCounters, response, ...ofWaits];
}

/** Perfmon leaves a blank where it has no value. */
function cell({ values, absent }: CsvColumn, row: number): string {
  const value = values?.[row];
  if (value === undefined) return absent;
  return Number.isNaN(value) ? " " : String(value);
}

/** MM/DD/YYYY HH:MM:SS.mmm */
function perfmonTime(timeMs: number): string {
  const whole = Math.min(Math.max(Math.round(timeMs), 0), 100_000 * millisecondsPerDay);
  const [date = "", time = ""] = new Date(whole).toISOString().slice(0, -1).split("T");
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year} ${time}`;
}
