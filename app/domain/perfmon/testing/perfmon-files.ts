/** Perfmon files for tests, written as the product writes them. */
import type { PerfmonTable } from "../perfmon-table.ts";
import { type PerfmonOptions, PerfmonReader } from "../read-perfmon.ts";

/** A row in quotes, ended as Windows does. */
export const row = (...cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell}"`).join(",")}\r\n`;

export const header = (...paths: readonly string[]): string =>
  row("(PDH-CSV 4.0) (Central European Daylight Time)(-120)", ...paths);

/** The table of a file that is read in pieces of a size; fails the test where there is none. */
export function tableOf(
  text: string,
  options: PerfmonOptions & { readonly piece?: number } = {},
): PerfmonTable {
  const reader = new PerfmonReader("night.csv", options);
  const piece = options.piece ?? Math.max(text.length, 1);
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  const table = reader.end();
  if (!table.ok) throw new Error(table.error.message);
  return table.value;
}

/** "2024-05-01T22:00:00.000" as the table has it. */
export const clock = (time: string): number => Date.parse(`${time}Z`);

/** A file with a column for each path, whose rows are a second apart from 22:00:00 on. */
export function fileOf(
  columns: Readonly<Record<string, readonly number[]>>,
  startSecond = 0,
  stepSeconds = 1,
): string {
  const paths = Object.keys(columns);
  const rows = Math.max(...Object.values(columns).map(({ length }) => length));
  const lines = [header(...paths)];
  for (let at = 0; at < rows; ++at) {
    const second = new Date(clock("2024-05-13T22:00:00") + (startSecond + at * stepSeconds) * 1000);
    const time = `05/13/2024 ${second.toISOString().slice(11, 23)}`;
    const values = paths.map((path) => columns[path]?.[at]);
    lines.push(row(time, ...values.map((value) => (value === undefined ? " " : String(value)))));
  }
  return lines.join("");
}
