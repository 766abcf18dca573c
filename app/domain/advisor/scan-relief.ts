/** What is asked of a table and its scan differently, where its latch or processors bound a scan without users. */
import type { Resource } from "../../contract/bottleneck.ts";
import { usualMaxDop } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { firstOperation } from "./promises.ts";
import type { Relief } from "./rule.ts";

const maxPartitions = 1000;

/** Null where the first operation is no scan, or nothing is left to ask of it. */
export function ofScan({ kind }: Resource, scenario: Scenario): Relief | null {
  const { server, database, workload } = scenario;
  if (workload.users > 0 || firstOperation(scenario)?.phase !== "tableScan") return null;
  if (kind === "latches" && database.partitions < server.schedulers) {
    const partitions = Math.min(maxPartitions, server.schedulers);
    return {
      title: "Partition the table.",
      change: `It has ${partitions} partitions, each with a supplier of ranges of its own.`,
      changed: { ...scenario, database: { ...database, partitions } },
    };
  }
  const computes = kind === "coreSpeed" || kind === "schedulers";
  if (!computes || server.schedulers <= usualMaxDop || !usesUsualDop(scenario)) return null;
  return {
    title: "Let the scan use every processor.",
    change: `OPTION (MAXDOP ${server.schedulers}): it has as many workers, not ${usualMaxDop}.`,
    changed: withMaxDop(scenario, server.schedulers),
  };
}

const usesUsualDop = ({ timeline }: Scenario): boolean =>
  timeline.some(({ command }) => command.kind === "scanTable" && command.maxDop === 0);

const withMaxDop = (scenario: Scenario, maxDop: number): Scenario => ({
  ...scenario,
  timeline: scenario.timeline.map((entry) =>
    entry.command.kind === "scanTable"
      ? { ...entry, command: { ...entry.command, maxDop } }
      : entry,
  ),
});
