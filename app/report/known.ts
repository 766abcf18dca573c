/** What of a report its first lines are computed from. */
import type { CreationCost } from "../contract/creation-cost.ts";
import type { Report } from "../contract/report.ts";
import type { Series } from "../contract/rpc/timeline-data.ts";
import type { ReportInput } from "./report-input.ts";

export interface Known extends Pick<Report, "run" | "log" | "span" | "phases" | "creations"> {
  readonly input: ReportInput;
  /** Of all snapshots, those of an array included. */
  readonly costs: readonly CreationCost[];
  readonly series: Series;
}
