/** What the side panel says of a run, as text: facts of its scenario, headline figures of its end. */

import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import type { Summary } from "../../../app/contract/summary.ts";
import {
  consistencyText,
  inconsistencies,
  lossesOf,
  restoreVerified,
  verifiedOf,
} from "../../../app/domain/consistency.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf, formatNumber, noValue } from "../../../app/domain/format/numbers.ts";
import {
  formatDuration,
  formatMilliseconds,
  formatRoughDuration,
  formatTidyDuration,
} from "../../../app/domain/format/times.ts";
import { titleOfPreset } from "../../../app/domain/preset-title.ts";
import { ofWaitStats, rankWaits } from "../../../app/domain/waits/wait-ranking.ts";
import { warehousesText } from "../../../app/domain/warehouses-text.ts";
import type { TextFact } from "../../components/ui/FactList.tsx";

const mebibyte = 1024 ** 2;

export function runFacts(entry: RunEntry): TextFact[] {
  const whole = entry.plannedMs > 0 && entry.engineMs < entry.plannedMs;
  return [
    { name: "Preset", value: entry.preset === null ? "none" : titleOfPreset(entry.preset) },
    {
      name: "Mode",
      value: entry.mode === "virtual" ? "virtual, simulated disks" : "real, this machine's disks",
    },
    { name: "Device", value: entry.device },
    { name: "Seed", value: String(entry.seed) },
    {
      name: "Engine time",
      value: whole
        ? `${formatTidyDuration(entry.engineMs)} of ${formatTidyDuration(entry.plannedMs)}`
        : formatTidyDuration(entry.engineMs),
    },
    { name: "Took", value: entry.wallMs === null ? noValue : formatRoughDuration(entry.wallMs) },
    { name: "Size in the library", value: formatBytes(entry.recordedBytes) },
  ];
}

export function scenarioFacts(scenario: Scenario): TextFact[] {
  const { database, server, workload } = scenario;
  return [
    { name: "Users", value: formatNumber(workload.users) },
    ...(workload.profile === "tpcc"
      ? [{ name: "TPC-C-style load", value: warehousesText(database) }]
      : []),
    { name: "Think time", value: formatMilliseconds(workload.thinkTimeMs) },
    { name: "Database", value: formatBytes(database.sizeMiB * mebibyte) },
    { name: "Buffer pool", value: formatBytes(server.memoryMiB * mebibyte) },
    { name: "Schedulers", value: formatNumber(server.schedulers) },
    { name: "Warm-up", value: formatTidyDuration(scenario.warmupSeconds * 1000) },
    { name: "Commands by hand", value: formatNumber(scenario.commands.length) },
  ];
}

function verdict(summary: Summary): string {
  const verified = verifiedOf(summary);
  if (verified === null) return "nothing to verify";
  const [inconsistent] = inconsistencies(summary);
  if (inconsistent !== undefined) return inconsistent;
  const { consistency, snapshots, restores } = summary;
  if (!verified) {
    const [lost] = lossesOf(snapshots);
    if (lost !== undefined) return lost;
    const restored = restores.some((restore) => restoreVerified(restore) === false);
    return `${restored ? "what was restored" : "a snapshot"} shows wrong rows`;
  }
  return [
    ...(snapshots.length === 0 ? [] : ["every snapshot"]),
    ...(restores.some((restore) => restore.verified === true) ? ["what was restored"] : []),
    ...(consistency === null ? [] : [consistencyText(consistency)]),
  ].join("; ");
}

/** After the warm-up, as in the summary; sums of the whole run are named so. */
export function resultFacts(summary: Summary): TextFact[] {
  const { transactions, snapshots, waits } = summary;
  const [longest] = rankWaits(waits, ofWaitStats).costs;
  return [
    { name: "Transactions", value: `${formatNumber(transactions.perSecond, 1)}/s` },
    { name: "Committed", value: formatNumber(transactions.total) },
    { name: "Rolled back", value: formatNumber(transactions.rolledBack) },
    {
      name: "Top wait",
      value:
        longest === undefined
          ? "none"
          : `${longest.wait_type}, ${formatDuration(longest.wait_time_ms)}`,
    },
    { name: "Verified", value: verdict(summary) },
    { name: "Snapshots", value: formatNumber(snapshots.length) },
  ];
}

export interface SnapshotFacts {
  readonly name: string;
  readonly facts: readonly TextFact[];
}

export const snapshotFacts = ({ snapshots }: Summary): SnapshotFacts[] =>
  snapshots.map((snapshot) => ({
    name: snapshot.name,
    facts: [
      { name: "State", value: snapshot.state },
      { name: "Created in", value: formatDuration(snapshot.createdMs) },
      { name: "Size on disk", value: formatBytes(snapshot.sizeOnDiskBytes) },
      { name: "Pushed", value: countOf(snapshot.pagesPushed, "page") },
    ],
  }));
