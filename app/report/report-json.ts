/** The report as JSON: the model itself, with every digit, checked against its own schema. */
import { parseWith } from "../contract/issues.ts";
import { type Report, reportSchema } from "../contract/report.ts";
import { type Result, success } from "../contract/result.ts";

/** A recording from elsewhere may hold what the schema refuses; then there is no JSON of it. */
export function renderJson(report: Report): Result<string> {
  const checked = parseWith(reportSchema, report, "report", "protocol");
  return checked.ok ? success(`${JSON.stringify(checked.value, null, 2)}\n`) : checked;
}
