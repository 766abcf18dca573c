/**
 * Whether a run is verified: what comparing its snapshots and restores with what was committed came
 * to, and what checking the TPC-C-style load's consistency conditions did. A condition that does not
 * hold is as wrong as a row that is not what was committed.
 */
import type { Consistency, RestoreSummary, SnapshotSummary, Summary } from "../contract/summary.ts";
import { countOf, formatNumber } from "./format/numbers.ts";
import { formatTidyDuration } from "./format/times.ts";

/** Null: nothing was checked. */
export const isConsistent = (consistency: Consistency | null | undefined): boolean | null =>
  consistency == null ? null : consistency.conditions.every(({ holds }) => holds);

/** Both what the oracle and what the conditions say; null: neither was asked. */
export function restoreVerified({ verified, consistency }: RestoreSummary): boolean | null {
  const consistent = isConsistent(consistency);
  if (verified === false || consistent === false) return false;
  return verified ?? consistent;
}

type Verified = Pick<Summary, "run" | "snapshots" | "restores" | "consistency">;

/** Whether a whole run was verified; null: there was nothing to verify. */
export function verifiedOf({ run, snapshots, restores, consistency }: Verified): boolean | null {
  const checked = [
    isConsistent(consistency),
    ...restores.map(restoreVerified),
    ...snapshots.map(({ verification }) => isConsistent(verification?.consistency)),
  ];
  if (run.verified === false || checked.includes(false)) return false;
  if (checked.includes(true)) return true;
  return snapshots.length === 0 ? null : run.verified;
}

/** "Snapshot ‘sales’ was lost at 12.3 s: …", of each that became suspect. All else of the run is valid. */
export const lossesOf = (snapshots: readonly Pick<SnapshotSummary, "name" | "lost">[]): string[] =>
  snapshots.flatMap(({ name, lost }) =>
    lost == null
      ? []
      : [
          `Snapshot ‘${name}’ was lost at ${formatTidyDuration(lost.atMs)}: ${withoutStop(lost.reason)}`,
        ],
  );

/** "consistency conditions 1 to 4 hold in all 90 districts", or which do not, and why. */
export function consistencyText({ districts, districtsTotal, conditions }: Consistency): string {
  const broken = conditions.filter(({ holds }) => !holds);
  if (broken.length > 0) {
    return broken
      .map(
        ({ condition, problem }) =>
          `consistency condition ${condition} does not hold: ${withoutStop(problem)}`,
      )
      .join("; ");
  }
  const numbers = conditions.map(({ condition }) => condition);
  const which = numbers.length === 1 ? `condition ${numbers[0]} holds` : `${span(numbers)} hold`;
  const where =
    districts === districtsTotal
      ? `all ${countOf(districts, "district", "districts")}`
      : `${formatNumber(districts)} of ${countOf(districtsTotal, "district", "districts")}`;
  return `consistency ${which} in ${where}`;
}

/** The engine's sentences stand in ours, which have a stop of their own. */
const withoutStop = (problem: string | null): string =>
  (problem ?? "no place was told").replace(/\.$/, "");

const span = (numbers: readonly number[]): string =>
  `conditions ${Math.min(...numbers)} to ${Math.max(...numbers)}`;

/** What does not hold: of the database at the end and after each restore, and in what snapshots show. */
export function inconsistencies({
  consistency,
  restores = [],
  snapshots = [],
}: Partial<Pick<Summary, "consistency" | "restores" | "snapshots">>): string[] {
  const checks = [
    ["at the end of the run", consistency] as const,
    ...restores.map((restore) => ["after a restore", restore.consistency] as const),
    ...snapshots.map(
      ({ name, verification }) => [`in snapshot ${name}`, verification?.consistency] as const,
    ),
  ];
  return checks.flatMap(([when, checked]) =>
    checked != null && isConsistent(checked) === false
      ? [`${when} ${consistencyText(checked)}`]
      : [],
  );
}
