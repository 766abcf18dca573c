/** Whether snapshots are what users wait for. */
import type { Evidence } from "../../contract/recommendation.ts";
import type { Summary } from "../../contract/summary.ts";
import { ofWaitStats, rankWaits } from "../waits/wait-ranking.ts";
import { isSnapshotWait } from "../waits/waits-in-span.ts";

/** What is less of all that is waited for, no change of snapshots is felt by: the paper saw no effect at low load. */
const leastShare = 0.1;

/** Share of waits that occur only because of snapshots, idle ones left out; null: too small to matter. */
export function waitShare({ waits }: Summary): Evidence | null {
  const { costs, totalMs } = rankWaits(waits, ofWaitStats);
  const ofSnapshots = costs
    .filter(({ wait_type }) => isSnapshotWait(wait_type))
    .reduce((sum, { wait_time_ms }) => sum + wait_time_ms, 0);
  const value = totalMs > 0 ? ofSnapshots / totalMs : 0;
  return value < leastShare
    ? null
    : { label: "Share of all waiting that is for snapshots", value, unit: "share" };
}
