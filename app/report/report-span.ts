/** The part of a recording that a report is of. */
import type { Report } from "../contract/report.ts";

export type ReportSpan = Report["span"];

/** The whole of a recording has all of it, whatever clock its files go by. */
export const meets = (
  { fromMs, toMs, whole }: ReportSpan,
  startMs: number,
  endMs: number,
): boolean => whole || (startMs <= toMs && endMs >= fromMs);
