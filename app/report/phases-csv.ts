/** The phases of a report as a table for programs. */
import type { Report, ReportPhase } from "../contract/report.ts";
import { csvLine, csvText } from "../domain/csv-line.ts";
import { clockOrigin } from "../domain/timeline/clock.ts";

const fixedColumns = [
  "phase",
  "snapshot",
  "database",
  "start",
  "end",
  "start_ms",
  "end_ms",
  "duration_ms",
  "start_source",
  "end_source",
] as const;

/** One row for each phase; behind the fixed columns one for every figure that any phase has. */
export function phasesCsv({ origin, phases }: Report): string {
  const originMs = clockOrigin(origin);
  const figures = [...new Set(phases.flatMap((phase) => Object.keys(phase.figures)))].toSorted();
  const lines = phases.map((phase) =>
    csvLine([...fixedCells(phase, originMs), ...figures.map((key) => cellOf(phase.figures[key]))]),
  );
  return [csvLine([...fixedColumns, ...figures]), ...lines].join("");
}

const fixedCells = (phase: ReportPhase, originMs: number): string[] => [
  phase.name,
  csvText(phase.snapshot ?? ""),
  csvText(phase.database ?? ""),
  localTime(originMs, phase.startMs),
  localTime(originMs, phase.endMs),
  cellOf(phase.startMs),
  cellOf(phase.endMs),
  cellOf(phase.durationMs),
  phase.startSource,
  phase.endSource ?? "",
];

/** "2006-10-23 21:48:07.220": what spreadsheets take for a time. */
function localTime(originMs: number, atMs: number | null): string {
  if (atMs === null) return "";
  const time = new Date(Math.round(originMs + atMs));
  return Number.isNaN(time.getTime()) ? "" : time.toISOString().slice(0, -1).replace("T", " ");
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  if (typeof value === "string") return csvText(value);
  return csvText(JSON.stringify(value) ?? "");
}
