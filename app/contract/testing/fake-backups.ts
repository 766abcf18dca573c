/** Backups and restores that fit the contract, for tests of what reads summaries. */
import type { ArraySnapshotSummary, BackupSummary, RestoreSummary, Summary } from "../summary.ts";

export const fakeBackup: BackupSummary = {
  name: "nightly",
  kind: "full",
  copyOnly: false,
  startMs: 10_000,
  endMs: 12_500,
  state: "complete",
  pages: 120_000,
  logBytes: 1_048_576,
  bytes: 984_088_576,
  firstLsn: "00000024:000010A8:0003",
  lastLsn: "00000024:00002F10:0001",
  checkpointLsn: "00000024:000010A8:0003",
  file: "Q:\\backup\\nightly.bak",
};

export const fakeLogBackup: BackupSummary = {
  ...fakeBackup,
  name: "hourly_1",
  kind: "log",
  copyOnly: true,
  startMs: 60_000,
  endMs: null,
  state: "failed",
  pages: 0,
  checkpointLsn: null,
};

export const fakeArraySnapshot: ArraySnapshotSummary = {
  ...{ name: "noon", freeze: "vss", copyOnly: false, state: "complete", isBackup: true },
  ...{ torn: null, volumes: ["J", "Q"], startMs: 30_000, endMs: 33_800 },
  ...{ frozenFromMs: 33_200, frozenToMs: 33_700, goneMs: null },
  ...{ firstLsn: "00000024:000010A8:0003", lastLsn: "00000024:00002F10:0001" },
  reserve: [
    { volume: "J", ownBytes: 15_728_640, sharedBytes: 0 },
    { volume: "Q", ownBytes: 31_457_280, sharedBytes: 15_728_640 },
  ],
};

export const fakeRestore: RestoreSummary = {
  startMs: 90_000,
  endMs: 93_250,
  stopAtMs: 80_000,
  from: ["nightly", "hourly_1"],
  pages: 120_000,
  logRecords: 4321,
  logBytes: 2_097_152,
  rolledBack: 7,
  discardedCommits: 11,
  verified: true,
};

/** A file of the database that is backed up. */
export const fakeDataFile: Summary["files"][number] = {
  name: "sales",
  volume: "Q",
  path: "Q:\\MSSQL\\sales.mdf",
  reads: 0,
  bytesRead: 0,
  ioStallReadMs: 0,
  writes: 0,
  bytesWritten: 0,
  ioStallWriteMs: 0,
  sizeBytes: 1_048_576,
  sizeOnDiskBytes: 1_048_576,
};
