/** What the first lines of a report are computed from: the overview, and what of it is in the span. */
import type { CaptureOverview, Finding } from "../../contract/capture.ts";
import type { CapturedPhase, CaptureReport } from "../../contract/capture-report.ts";
import type { ReportSpan } from "./report-span.ts";

export interface CaptureParts {
  readonly overview: CaptureOverview;
  readonly span: ReportSpan;
  readonly phases: readonly CapturedPhase[];
  readonly findings: readonly Finding[];
  readonly creations: CaptureReport["creations"];
}
