/**
 * Whom a backup waits for. Its readers set the pace: compressors and writers work on buffers, and as long as
 * readers find a free one, nobody waits for either. What its tasks wait for is therefore told as what its readers do.
 */
import type { TimelineCommand } from "../../contract/command.ts";
import costs from "../../contract/compression-costs.json" with { type: "json" };
import { cpuCostNs } from "../../contract/cpu-costs.ts";
import { dataVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Measured } from "./measured.ts";

export interface BackupPace {
  /** Processor time of compressors, ms: none of it is a reader's. */
  readonly packedMs: number;
  /** What its readers waited for free buffers, ms. */
  readonly forBuffersMs: number;
  /** Share of the time in which its writers wrote. */
  readonly writing: number;
}

export type BackupCommand = Extract<TimelineCommand, { kind: "backup" }>;

/** The first that the timeline or somebody live asks for. */
export function firstBackup({
  timeline,
  commands,
}: Pick<Scenario, "timeline" | "commands">): BackupCommand | null {
  for (const { command } of [...timeline, ...commands]) {
    if (command.kind === "backup") return command;
  }
  return null;
}

/** Null: no backup was under way. */
export function backupPace({ scenario, waits, counter, lengthMs }: Measured): BackupPace | null {
  const backup = firstBackup(scenario);
  const bytes = counter("backupRestoreBytesPerSecond") * (lengthMs / 1000);
  const waited = (type: string) => waits.find(({ waitType }) => waitType === type)?.waitMs ?? 0;
  const bufferMs = waited("BACKUPBUFFER");
  if (backup === null || (bytes <= 0 && bufferMs <= 0)) return null;
  const computedMs = (nsPerKiB: number) =>
    ((bytes / 1024) * nsPerKiB) / 1e6 / (scenario.server.coreSpeedPercent / 100);
  const readers = backup.type === "log" ? 1 : dataVolumes(scenario.storage.placement).length;
  const writers = backup.toNul === true ? 0 : backup.files;
  const readingMs =
    waited("IO_COMPLETION") +
    (backup.checksum === false ? 0 : computedMs(cpuCostNs("checksumKiB")));
  const writingMs = waited("BACKUPIO");
  // Readers read or wait for a buffer, writers write or wait for one, all of the time.
  const lastsMs = (readingMs + writingMs + bufferMs) / (readers + writers);
  return {
    packedMs: backup.compression === true ? computedMs(packNsPerKiB(scenario)) : 0,
    forBuffersMs: Math.max(0, Math.min(bufferMs, readers * lastsMs - readingMs)),
    writing: writers === 0 ? 0 : writingMs / (writers * lastsMs),
  };
}

const packNsPerKiB = ({ database }: Scenario): number =>
  costs.costs.find(({ id }) => id === database.content)?.packNsPerKiB ?? 0;
