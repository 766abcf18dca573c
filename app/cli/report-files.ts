/** The reports that a command writes: which ones, whether they can be made, and the writing. */
import { failure, type Result, success } from "../contract/result.ts";
import { type ExportedFile, type ReportFormat, reportFormats } from "../contract/rpc/services.ts";
import type { ReportSource } from "../report/report-model.ts";
import { chromiumPdfPrinter } from "../services/pdf/chromium-printer.ts";
import type { NoPdfPrinter, PdfPrinter } from "../services/pdf-printer.ts";
import { exportReport } from "../services/reports.ts";
import { machineFacts } from "../services/system-info.ts";
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

/** Reports of a run; `sourceFor` gives the recording as a format needs it. */
export async function writeReports(
  plan: ReportPlan,
  folder: string,
  sourceFor: (format: ReportFormat) => Promise<Result<ReportSource>>,
  onWritten: (path: string) => void,
): Promise<Result<null>> {
  const machine = machineFacts();
  const generatedAt = new Date();
  const fileOf = async (format: ReportFormat, signal: AbortSignal) => {
    const source = await sourceFor(format);
    if (!source.ok) return source;
    return exportReport(source.value, format, {
      machine,
      generatedAt,
      printPdf: plan.printPdf,
      signal,
    });
  };
  return writeFiles(plan, folder, fileOf, onWritten);
}

/** `onWritten` hears of each file as it is there, since a later one may fail. */
export async function writeFiles(
  plan: ReportPlan,
  folder: string,
  fileOf: (format: ReportFormat, signal: AbortSignal) => Promise<Result<ExportedFile>>,
  onWritten: (path: string) => void,
): Promise<Result<null>> {
  const cancel = new AbortController();
  const stopListening = onInterrupt(() => cancel.abort());
  try {
    for (const format of plan.formats) {
      const file = await fileOf(format, cancel.signal);
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

/** A printing browser and its folder must not outlive the command. */
function onInterrupt(listener: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
