/** The part of a capture that a report is of. */
import type { CaptureReport } from "../../contract/capture-report.ts";

export type ReportSpan = CaptureReport["span"];

/** The whole of a capture has all of it, whatever clock its files go by. */
export const meets = (
  { fromMs, toMs, whole }: ReportSpan,
  startMs: number,
  endMs: number,
): boolean => whole || (startMs <= toMs && endMs >= fromMs);
