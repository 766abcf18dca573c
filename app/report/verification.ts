/** What comparing a run's snapshots with what was committed, and checking its database, came to, as sentences. */
import type { ReportRun } from "../contract/report.ts";
import type { Summary } from "../contract/summary.ts";
import { consistencyText, inconsistencies, lossesOf } from "../domain/consistency.ts";
import { countOf, formatNumber } from "../domain/format/numbers.ts";

export function verificationSentences(run: ReportRun, summary: Summary | null): string[] {
  const checked = (summary?.snapshots ?? []).flatMap(({ name, verified, verification }) =>
    verified === null || verification === null ? [] : [{ name, verified, verification }],
  );
  const inconsistent = summary === null ? [] : inconsistencies(summary);
  if (inconsistent.length > 0) return inconsistent.map((text) => `Verification failed: ${text}.`);
  const lost = summary?.snapshots.filter((snapshot) => snapshot.lost != null) ?? [];
  const wrong = checked.filter(
    ({ name, verified }) => !verified && !lost.some((one) => one.name === name),
  );
  if (wrong.length > 0) {
    return wrong.map(
      ({ name, verification: { rowsMismatched, rowsCompared } }) =>
        `Verification failed: ‘${name}’ does not show what was committed at its split; ${formatNumber(rowsMismatched)} of ${countOf(rowsCompared, "row")} differ.`,
    );
  }
  if (lost.length > 0) {
    return lossesOf(lost).map((loss) => `${loss}. Everything else in this report is valid.`);
  }
  if (run.verified === false) return ["Verification failed."];
  const consistency = summary?.consistency ?? null;
  const consistent =
    consistency === null ? [] : [`At the end of the run ${consistencyText(consistency)}.`];
  if (checked.length === 0) return consistent;
  const sum = (key: "pagesCompared" | "pagesTotal" | "rowsCompared") =>
    formatNumber(checked.reduce((total, { verification }) => total + verification[key], 0));
  const what = checked.length === 1 ? "The snapshot was" : `${checked.length} snapshots were`;
  const sampled = checked.some(({ verification }) => verification.coverage === "changedAndSampled");
  const which = sampled ? " (those that changed, and a sample of the others)" : "";
  return [
    `${what} verified: ${sum("pagesCompared")} of ${sum("pagesTotal")} pages${which} and ${sum("rowsCompared")} rows were compared with what was committed at the split, and none differs.`,
    ...consistent,
  ];
}
