/** What prints a report: Electron's own printer, or a Chromium that was found. */
import { failure, type Result } from "../contract/result.ts";

/** The HTML stands on its own: printing it needs no connection. */
export type PdfPrinter = (html: string, signal?: AbortSignal) => Promise<Result<Uint8Array>>;

/** Why a host cannot print, as what to do about it. */
export interface NoPdfPrinter {
  readonly fix: string;
}

export interface PrintContext {
  readonly printPdf: PdfPrinter | NoPdfPrinter;
  readonly signal?: AbortSignal | undefined;
}

/** The document as PDF, or what would have to be there to print it. */
export async function printed(
  html: string,
  printPdf: PdfPrinter | NoPdfPrinter,
  signal?: AbortSignal,
): Promise<Result<Uint8Array>> {
  return typeof printPdf === "function"
    ? printPdf(html, signal)
    : failure("notFound", `PDF: nothing here can print it; ${printPdf.fix}`);
}
