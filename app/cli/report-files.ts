/** The reports that a command writes: which ones, whether they can be made, and the writing. */
import { failure, type Result, success } from "../contract/result.ts";
import { type ReportFormat, reportFormats } from "../contract/rpc/exports.ts";
import type { ReportInput } from "../report/report-input.ts";
import { chromiumPdfPrinter } from "../services/pdf/chromium-printer.ts";
import type { NoPdfPrinter, PdfPrinter } from "../services/pdf-printer.ts";
import { reportFile } from "../services/report-file.ts";
import { machineFacts } from "../services/system-info.ts";
import { onInterrupt } from "./interrupt.ts";
import { writeResultFile } from "./result-folder.ts";

export interface ReportPlan {
  readonly formats: readonly ReportFormat[];
  readonly printPdf: PdfPrinter | NoPdfPrinter;
}

const isFormat = (text: string): text is ReportFormat =>
  reportFormats.some((format) => format === text);

/** From "html,pdf". A PDF that nothing can print is refused before the work, not after it. */
export function planReports(option: string, text: string): Result<ReportPlan> {
  const formats = new Set<ReportFormat>();
  for (const name of text.split(",").map((part) => part.trim().toLowerCase())) {
    if (!isFormat(name)) {
      const allowed = `${reportFormats.join(", ")}, or several of them with commas between`;
      return failure(
        "badInput",
        `${option}: ${JSON.stringify(name)} is no format of a report; allowed: ${allowed}`,
      );
    }
    formats.add(name);
  }
  const printPdf = formats.has("pdf") ? chromiumPdfPrinter() : { fix: "" };
  if (formats.has("pdf") && typeof printPdf !== "function") {
    return failure("ioError", `${option} pdf: nothing here can print it; ${printPdf.fix}`);
  }
  return success({ formats: [...formats], printPdf });
}

/**
 * `inputFor` gives the recording as a format needs it. `onWritten` hears of each file as it is there,
 * since a later one may fail.
 */
export async function writeReports(
  { formats, printPdf }: ReportPlan,
  folder: string,
  inputFor: (format: ReportFormat) => Promise<Result<ReportInput>>,
  onWritten: (path: string) => void,
): Promise<Result<null>> {
  const cancel = new AbortController();
  const stopListening = onInterrupt(() => cancel.abort());
  try {
    for (const format of formats) {
      const input = await inputFor(format);
      if (!input.ok) return input;
      const file = await reportFile(input.value, format, { printPdf, signal: cancel.signal });
      if (!file.ok) return file;
      if (cancel.signal.aborted)
        return failure("interrupted", "cancelled; see above what was written");
      const path = await writeResultFile(folder, file.value.fileName, file.value.bytes);
      if (!path.ok) return path;
      onWritten(path.value);
    }
    return success(null);
  } finally {
    stopListening();
  }
}

/** One for all files of a call. */
export const writtenNow = () => ({ machine: machineFacts(), createdAt: new Date() });
