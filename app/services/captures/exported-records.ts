/** The records of a capture that a filter leaves, as one file. */
import { failure, type Result, success } from "../../contract/result.ts";
import type { ExportedFile, RecordFormat } from "../../contract/rpc/exports.ts";
import type { RecordFilter } from "../../contract/rpc/records.ts";
import { plainFileName } from "../plain-file-name.ts";
import type { OpenCapture } from "./open-capture.ts";

const bytesPerMiB = 1024 * 1024;
/** It crosses to the page as a whole. */
export const maxExportBytes = 256 * bytesPerMiB;

const mediaTypes: Readonly<Record<RecordFormat, string>> = { log: "text/plain", csv: "text/csv" };

export interface RecordExport {
  readonly title: string;
  readonly filter: RecordFilter;
  readonly format: RecordFormat;
  readonly maxBytes?: number;
}

export async function exportedRecords(
  capture: OpenCapture,
  { title, filter, format, maxBytes = maxExportBytes }: RecordExport,
  signal?: AbortSignal,
): Promise<Result<ExportedFile>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next: number | null = 0; next !== null; ) {
    const from: number = next;
    const piece = await capture.ask(
      (api, crossing) => api.exportPiece({ filter, format, from }, crossing),
      signal,
    );
    if (!piece.ok) return piece;
    size += piece.value.bytes.byteLength;
    if (size > maxBytes) return failure("badInput", tooMuch(title, maxBytes));
    pieces.push(piece.value.bytes);
    next = piece.value.next;
  }
  return success({
    fileName: `${plainFileName(title, "capture")}-records.${format}`,
    mediaType: mediaTypes[format],
    bytes: Buffer.concat(pieces),
  });
}

const tooMuch = (title: string, maxBytes: number) =>
  `${title}: these records take more than ${maxBytes / bytesPerMiB} MiB as one file; filter or select ` +
  "fewer";
