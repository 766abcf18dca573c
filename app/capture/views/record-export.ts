/** Records of a view as files: verbatim, or as a table. Written piece by piece. */
import { assertNever } from "../../contract/result.ts";
import type { RecordFormat } from "../../contract/rpc/exports.ts";
import type { RecordRow } from "../../contract/rpc/records.ts";
import { csvLine, csvText } from "../../domain/csv-line.ts";
import { printLocalTime } from "../../domain/local-time.ts";

/** What an export needs of the records. */
export interface ExportedRecords {
  row(record: number): RecordRow;
  /** The whole message, however long. */
  text(record: number): string;
  /** With time, source and line ends, as the file has it. */
  verbatim(record: number): string;
}

export interface ExportContext {
  readonly format: RecordFormat;
  /** What 0 ms is: ms since 1970 of a clock without zones. */
  readonly originMs: number;
  /** By position of the file. */
  readonly fileNames: readonly string[];
}

const columns = [
  "File",
  "Line",
  "Time",
  "Source",
  "Kind",
  "Error",
  "Severity",
  "State",
  "Database",
  "Message",
] as const;

/** What comes before the first record. Spreadsheets take UTF-8 for what it is by its mark only. */
export const exportHead = (format: RecordFormat): string =>
  format === "csv" ? `\ufeff${csvLine(columns)}` : "";

export function exportedRecord(
  records: ExportedRecords,
  record: number,
  context: ExportContext,
): string {
  switch (context.format) {
    case "log":
      return withLineEnd(records.verbatim(record));
    case "csv":
      return csvLine(cellsOf(records.row(record), records.text(record), context));
    default:
      return assertNever(context.format);
  }
}

/** The last record of a file may have no line end, and another record follows it here. */
const withLineEnd = (text: string) => (/[\r\n]$/.test(text) ? text : `${text}\r\n`);

function cellsOf(row: RecordRow, text: string, { originMs, fileNames }: ExportContext): string[] {
  const { error } = row;
  return [
    csvText(fileNames[row.file] ?? ""),
    String(row.line),
    row.atMs === null ? "" : printLocalTime(originMs + row.atMs).replace("T", " "),
    csvText(row.source),
    row.kind,
    ...[error?.number, error?.severity, error?.state].map((number) => number?.toString() ?? ""),
    csvText(row.database ?? ""),
    csvText(text),
  ];
}
