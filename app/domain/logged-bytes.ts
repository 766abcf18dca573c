/** What a transaction of a scenario's load leaves in the log, on the average. */
import type { Scenario } from "../contract/scenario.ts";
import { tpccTrees } from "../contract/tpcc.ts";
import { tpccMean } from "../contract/tpcc-work.ts";
import { meanRows, writerShare } from "../contract/transaction-mix.ts";
import { changedRows } from "./page-classes.ts";

/** A record without its rows, its frame included: native/page/log_record.h. */
const recordBytes = 56;
/** Key and header of a row, before and after an update. */
const updatedBytes = 60;
/** An entry of a nonclustered index. */
const entryBytes = 32;
/** A block has a header, and is filled up to whole units of 512 bytes: native/wal/format.h. */
const blockBytes = 40 + 512 / 2;

/** Of a transaction, with the block of its commit, which it has alone; where many share one it is somewhat less. */
export function loggedBytes(scenario: Scenario): number {
  const { profile } = scenario.workload;
  const { changes, loggedWhole } = meanRows(profile);
  const entries = changedRows(scenario) - changes;
  return (
    writerShare(profile) * (2 * recordBytes + blockBytes) +
    changes * recordBytes +
    (changes - loggedWhole) * updatedBytes +
    loggedWhole * rowImageBytes(scenario) +
    entries * (recordBytes + entryBytes)
  );
}

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
