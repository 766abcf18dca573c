/** Keeps what a run streams, for the files of `--out`: samples, and the ERRORLOG as it grows. */
import type { Frame } from "../contract/frame.ts";
import { counters } from "../contract/telemetry-catalog.ts";

const millisecondsPerDay = 86_400_000;

export class Recorder {
  readonly #timeMs: number[] = [];
  readonly #columns = counters.map((): number[] => []);
  readonly #errorlog: string[] = [];

  take(frame: Frame): void {
    for (const time of frame.timeMs) this.#timeMs.push(time);
    counters.forEach(({ id }, index) => {
      for (const value of frame.counters[id] ?? []) this.#columns[index]?.push(value);
    });
    for (const event of frame.events) {
      if (event.kind === "errorlog") this.#errorlog.push(event.line);
    }
  }

  get errorlog(): readonly string[] {
    return this.#errorlog;
  }

  /** Mean of a counter over a span of engine time, each sample by its share; null if none is in it. */
  meanOf(counter: string, fromMs: number, toMs: number): number | null {
    const column = this.#columns[counters.findIndex(({ id }) => id === counter)] ?? [];
    let [sum, weight] = [0, 0];
    for (const [row, endMs] of this.#timeMs.entries()) {
      const startMs = this.#timeMs[row - 1] ?? 0;
      const share = Math.min(endMs, toMs) - Math.max(startMs, fromMs);
      if (share <= 0) continue;
      sum += share * (column[row] ?? 0);
      weight += share;
    }
    return weight > 0 ? sum / weight : null;
  }

  /** Start of the run when only its own log tells: its first record's time. */
  get loggedOrigin(): string | null {
    const time = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d+)/.exec(this.#errorlog[0] ?? "");
    return time === null ? null : `${time[1]}T${time[2]}`;
  }

  /** PDH-CSV, as Perfmon writes it, but with every digit. Times are local, of no zone. */
  countersCsv(origin: string, database: string): string {
    const originMs = Date.parse(`${origin}Z`);
    const start = Number.isNaN(originMs) ? 0 : originMs;
    const header = [
      "(PDH-CSV 4.0) (Engine Time)(0)",
      ...counters.map(({ path }) => `\\\\SNAPSCOPE\\${path.replace("(db)", `(${database})`)}`),
    ];
    const rows = this.#timeMs.map((time, row) => [
      perfmonTime(start + time),
      ...this.#columns.map((column) => String(column[row] ?? " ")),
    ]);
    return `${[header, ...rows].map((cells) => cells.map(quote).join(",")).join("\r\n")}\r\n`;
  }
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** MM/DD/YYYY HH:MM:SS.mmm */
function perfmonTime(timeMs: number): string {
  const whole = Math.min(Math.max(Math.round(timeMs), 0), 100_000 * millisecondsPerDay);
  const [date = "", time = ""] = new Date(whole).toISOString().slice(0, -1).split("T");
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year} ${time}`;
}
