/** Which values the question asks for: users, and the times of snapshots. All others are in the form. */
import type { Scenario } from "../../contract/scenario.ts";
import { printPath } from "../../contract/schema-path.ts";
import type { FieldIssue } from "./issues.ts";
import { plannedSnapshots, timePath } from "./planned-snapshots.ts";

/** Issues whose fields only the form has. */
export function issuesInFormOnly(
  issues: readonly FieldIssue[],
  scenario: Scenario,
): readonly FieldIssue[] {
  const asked = new Set([
    "workload.users",
    ...plannedSnapshots(scenario).map((snapshot) => printPath(timePath(snapshot))),
  ]);
  return issues.filter(({ place }) => !asked.has(place));
}
