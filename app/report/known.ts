/** What of a report its first lines are computed from. */
import type { Report } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import type { ReportInput } from "./report-input.ts";

export interface Known extends Pick<Report, "run" | "log" | "span" | "phases" | "creations"> {
  readonly input: ReportInput;
  readonly series: Series;
}
