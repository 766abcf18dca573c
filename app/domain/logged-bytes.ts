/** What a transaction of a scenario's load leaves in the log, on the average. */
import type { Scenario } from "../contract/scenario.ts";
import { tpccTrees } from "../contract/tpcc.ts";
import { tpccMean } from "../contract/tpcc-work.ts";
import { meanRows } from "../contract/transaction-mix.ts";

/** What a change's log record has beside a whole row, its share of block headers and sectors included. */
const recordBytes = 235;

/** Of a transaction, those of its begin and its end included. */
export const loggedBytes = (scenario: Scenario): number =>
  meanRows(scenario.workload.profile).changes *
  logOfAChange(scenario, rowImageBytes(scenario), recordBytes);

/** Log for each change: an update has of its row what it changes, the others have it whole. */
export function logOfAChange(
  { workload }: Scenario,
  imageBytes: number,
  besideBytes: number,
): number {
  const { changes, loggedWhole } = meanRows(workload.profile);
  return changes === 0 ? 0 : (loggedWhole / changes) * imageBytes + besideBytes;
}

/** A row that the log has whole. */
export function rowImageBytes({ database, workload }: Scenario): number {
  if (workload.profile !== "tpcc") return database.rowBytes;
  const widths = new Map(tpccTrees.map(({ name, rowBytes }) => [name, rowBytes]));
  const bytes = tpccMean(
    ({ tree, inserts, deletes }) => (inserts + deletes) * (widths.get(tree) ?? 0),
  );
  return bytes / meanRows("tpcc").loggedWhole;
}
