import { expect, it } from "vitest";
import { fakeBackup, fakeDataFile, fakeLogBackup } from "../contract/testing/fake-backups.ts";
import { backedUpFiles, backupHeader, numericLsn } from "./backup-header.ts";

it("prints LSNs as headers have them", () => {
  expect(numericLsn("00000024:000010A8:0003")).toBe("36000000426400003");
  expect(numericLsn("00000001:FFFFFFFF:FFFF")).toBe("1429496729565535");
  expect(numericLsn(null)).toBeNull();
  expect(numericLsn("36:4264:3x")).toBeNull();
});

it("tells the columns of RESTORE HEADERONLY", () => {
  const differential = {
    ...fakeBackup,
    kind: "differential",
    databaseBackupLsn: "00000023:00000010:0001",
  } as const;
  expect(backupHeader(differential)).toEqual({
    BackupName: "nightly",
    BackupType: 5,
    FirstLSN: "36000000426400003",
    LastLSN: "36000001204800001",
    CheckpointLSN: "36000000426400003",
    DatabaseBackupLSN: "35000000001600001",
    IsCopyOnly: 0,
    HasBackupChecksums: 1,
    IsDamaged: 0,
    BackupSize: 984_088_576,
    Compressed: 0,
    CompressedBackupSize: 984_088_576,
    BackupStartMs: 10_000,
    BackupFinishMs: 12_500,
  });
  const log = { ...fakeLogBackup, state: "complete" } as const;
  expect(backupHeader(log)).toMatchObject({ BackupType: 2, IsCopyOnly: 1, CheckpointLSN: null });
  expect(backupHeader(fakeBackup)?.BackupType).toBe(1);
  const compressed = { ...fakeBackup, compressed: true, pages: 10, logBytes: 512, bytes: 40_960 };
  expect(backupHeader(compressed)).toMatchObject({
    BackupSize: 82_432,
    Compressed: 1,
    CompressedBackupSize: 40_960,
  });
  const damaged = { ...fakeBackup, hasChecksums: false, damagedPages: 2 };
  expect(backupHeader(damaged)).toMatchObject({ HasBackupChecksums: 0, IsDamaged: 1 });
});

it("tells of no backup that failed", () => {
  expect(backupHeader(fakeLogBackup)).toBeNull();
});

it("lists the database's files as RESTORE FILELISTONLY does, and no others", () => {
  const named = (name: string, path: string) => ({ ...fakeDataFile, name, path });
  const files = [
    named("sales", "Q:\\MSSQL\\sales.mdf"),
    named("sales_2", "Q:\\MSSQL\\sales_2.ndf"),
    named("sales_log", "J:\\MSSQL\\sales.ldf"),
    named("tempdb", "Q:\\MSSQL\\tempdb.mdf"),
    named("night", "P:\\MSSQL\\night.ss"),
  ];
  expect(backedUpFiles({ files }).map(({ LogicalName, Type }) => [LogicalName, Type])).toEqual([
    ["sales", "D"],
    ["sales_2", "D"],
    ["sales_log", "L"],
  ]);
});
