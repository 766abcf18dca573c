/** What prints a report: Electron's own printer, or a Chromium that was found. */
import type { Result } from "../contract/result.ts";

/** The HTML stands on its own: printing it needs no connection. */
export type PdfPrinter = (html: string, signal?: AbortSignal) => Promise<Result<Uint8Array>>;

/** Why a host cannot print, as what to do about it. */
export interface NoPdfPrinter {
  readonly fix: string;
}
