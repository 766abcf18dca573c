/**
 * Errors by their number. An error is two records: its header, and the text that explains it; both
 * carry its numbers, and it counts once.
 */
import type { CaptureOverview } from "../../contract/capture.ts";
import { type ErrorGroup, maxReportRows, type ReportLog } from "../../contract/report.ts";
import type { RecordRow } from "../../contract/rpc/records.ts";

type ErrorRow = RecordRow & { readonly error: NonNullable<RecordRow["error"]> };

interface Occurrence {
  readonly row: ErrorRow;
  readonly text: string | null;
}

const isError = (row: RecordRow): row is ErrorRow => row.error !== null;

/** Where the text of an error is found: the next record of the same session and moment. */
const placeOf = ({ file, source, atMs, error }: ErrorRow): string =>
  JSON.stringify([file, source, atMs, error.number]);

function occurrencesOf(rows: readonly RecordRow[]): Occurrence[] {
  const occurrences: Occurrence[] = [];
  /** Headers whose text has not come yet, by the place of that text: positions in `occurrences`. */
  const open = new Map<string, number[]>();
  for (const row of rows.filter(isError).toSorted((a, b) => a.record - b.record)) {
    const place = placeOf(row);
    if (row.kind === "errorHeader") {
      const waiting = open.get(place) ?? [];
      open.set(place, [...waiting, occurrences.length]);
      occurrences.push({ row, text: null });
      continue;
    }
    const header = open.get(place)?.shift();
    const known = header === undefined ? undefined : occurrences[header];
    if (header === undefined || known === undefined) occurrences.push({ row, text: row.text });
    else occurrences[header] = { row: known.row, text: row.text };
  }
  return occurrences;
}

/**
 * A report is given no more than the first rows of note, and a storm of log-ons would hide all that came
 * after it. Severe errors are known from their marks as well, so the larger count is the true one.
 */
export function errorsOf(
  rows: readonly RecordRow[],
  marks: ReportLog["marks"],
  files: CaptureOverview["files"],
): ReportLog["errors"] {
  const serverOf = serversOf(files);
  const groups = new Map<string, ErrorGroup>();
  const marked = new Map<string, ErrorGroup>();
  for (const occurrence of occurrencesOf(rows)) {
    addTo(groups, groupOf(occurrence, serverOf(occurrence.row.file)));
  }
  for (const mark of marks) {
    const group = groupOfMark(mark, serverOf(mark.file));
    if (group !== null) addTo(marked, group);
  }
  for (const [key, group] of marked) {
    const known = groups.get(key);
    if (known === undefined) groups.set(key, group);
    else if (group.count > known.count) groups.set(key, { ...group, text: known.text });
  }
  const all = [...groups.values()].toSorted(
    (a, b) => b.severity - a.severity || b.count - a.count || a.number - b.number,
  );
  return {
    total: all.reduce((sum, { count }) => sum + count, 0),
    complete: rows.length < maxReportRows,
    groups: all,
  };
}

/**
 * Errors of two machines are no sum. A log that names no server stands under its own name among those of
 * others: it may be of any of them.
 */
function serversOf(files: CaptureOverview["files"]): (file: number) => string | null {
  const named = files.flatMap(({ kind, host }) =>
    kind === "errorlog" && host !== null ? host.toUpperCase() : [],
  );
  if (new Set(named).size <= 1) return () => null;
  return (file) => files[file]?.host ?? files[file]?.name ?? null;
}

function addTo(groups: Map<string, ErrorGroup>, one: ErrorGroup): void {
  const key = JSON.stringify([one.server, one.number]);
  const known = groups.get(key);
  groups.set(key, known === undefined ? one : grown(known, one));
}

const groupOf = ({ row, text }: Occurrence, server: string | null): ErrorGroup => ({
  server,
  number: row.error.number,
  severity: row.error.severity,
  count: 1,
  firstMs: row.atMs,
  lastMs: row.atMs,
  record: row.record,
  text: text ?? row.text,
});

function groupOfMark(
  { number, severity, atMs, record, title }: ReportLog["marks"][number],
  server: string | null,
) {
  if (number === null) return null;
  const group = { server, number, severity: severity ?? 0, count: 1, firstMs: atMs, lastMs: atMs };
  return { ...group, record, text: title };
}

const grown = (group: ErrorGroup, next: ErrorGroup): ErrorGroup => ({
  ...group,
  severity: Math.max(group.severity, next.severity),
  count: group.count + 1,
  firstMs: group.firstMs ?? next.firstMs,
  lastMs: next.lastMs ?? group.lastMs,
});
