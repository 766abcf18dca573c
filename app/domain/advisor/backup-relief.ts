/** What is asked of a backup differently, where its buffers bound it, or the reads of its readers. */
import type { Resource } from "../../contract/bottleneck.ts";
import { maxBackupFiles } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { type BackupCommand, firstBackup } from "../bottleneck/backup-pace.ts";
import { formatNumber } from "../format/numbers.ts";
import { backupFalls } from "./promises.ts";
import type { Relief } from "./rule.ts";

/** "How to increase SQL Database Full Backup speed" (2010) adds eight files, then takes 2,200 buffers of 2 MB. */
const moreFiles = 8;
const manyBuffers = 2200;
const largeTransferKiB = 2048;
/** With compression the product has three sets of buffers. */
const setsOfBuffers = 3;

/** Whether its reads take the time. Each volume has a reader: a faster one of several would wait for the others. */
export const isOfBackupReads = ({ kind, waits }: Resource, scenario: Scenario): boolean =>
  firstBackup(scenario) !== null && kind === "ioTime" && waits[0]?.waitType === "IO_COMPLETION";

/** Null where neither its buffers nor its reads bind, or nothing is left to ask of it. */
export function ofBackup(resource: Resource, scenario: Scenario): Relief | null {
  const backup = firstBackup(scenario);
  const isOfReads = isOfBackupReads(resource, scenario);
  const isOfBuffers = resource.kind === "backupBuffers";
  if (backup === null || (!isOfBuffers && !isOfReads)) return null;
  const count = backup.bufferCount ?? null;
  if (isOfBuffers && count === null && backup.toNul !== true && backup.files < maxBackupFiles) {
    return withMoreFiles(backup, scenario);
  }
  if (count === null || (isOfBuffers && count < most(scenario))) return withBuffers(scenario);
  return isOfReads && backup.toNul !== true ? toNul(scenario) : null;
}

function withMoreFiles({ files }: BackupCommand, scenario: Scenario): Relief {
  const more = Math.min(maxBackupFiles, files + moreFiles);
  return {
    title: "Write the backup to more destinations.",
    change: `It goes to ${more} files: each has a writer of its own, and for each the server takes more buffers.`,
    changed: changed(scenario, { files: more }),
    promise: backupFalls,
  };
}

/** A sixteenth of the server's memory is for buffers at the most. */
const most = ({ server }: Scenario): number =>
  Math.max(
    1,
    Math.min(
      manyBuffers,
      Math.floor((server.memoryMiB * 1024) / 16 / (setsOfBuffers * largeTransferKiB)),
    ),
  );

function withBuffers(scenario: Scenario): Relief {
  const count = most(scenario);
  return {
    title: "Give the backup more and larger buffers.",
    change: `BUFFERCOUNT is ${formatNumber(count)} and MAXTRANSFERSIZE 2 MB: readers find a free buffer, and each of their reads brings more.`,
    changed: changed(scenario, { bufferCount: count, maxTransferSizeKiB: largeTransferKiB }),
    promise: backupFalls,
  };
}

function toNul(scenario: Scenario): Relief {
  return {
    title: "Back up to NUL once, as a control.",
    change:
      "Nothing is written. If it takes as long, destinations and buffers have no more to give, and what is left is the reading.",
    changed: changed(scenario, { toNul: true, files: 1 }),
    promise: { ...backupFalls, direction: "stays" },
  };
}

/** The first backup of the timeline as it would be. */
function changed(scenario: Scenario, change: Partial<BackupCommand>): Scenario {
  const first = scenario.timeline.findIndex(({ command }) => command.kind === "backup");
  return {
    ...scenario,
    timeline: scenario.timeline.map((entry, at) =>
      at === first && entry.command.kind === "backup"
        ? { ...entry, command: { ...entry.command, ...change } }
        : entry,
    ),
  };
}
