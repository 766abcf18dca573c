import { line, unknown } from "./line.ts";

export const backupTraceLines = [
  line("Backup(Sales): BACKUP DATABASE started", {
    kind: "backupStep",
    restore: false,
    database: "Sales",
    step: "BACKUP DATABASE started",
  }),
  line("Backup(Sales): Checkpoint is complete (elapsed = 90 ms)", {
    kind: "backupStep",
    restore: false,
    database: "Sales",
    step: "Checkpoint is complete (elapsed = 90 ms)",
  }),
  line("Restore(Sales): Transferring data", {
    kind: "backupStep",
    restore: true,
    database: "Sales",
    step: "Transferring data",
  }),
  line("BackupDatabase: Database Sales", {
    kind: "backupStep",
    restore: false,
    database: "Sales",
    step: "BackupDatabase: Database Sales",
  }),
  line("RestoreDatabase: Finished", {
    kind: "backupStep",
    restore: true,
    database: null,
    step: "RestoreDatabase: Finished",
  }),
  line("Backup: Clearing differential bitmaps", {
    kind: "backupStep",
    restore: false,
    database: null,
    step: "Backup: Clearing differential bitmaps",
  }),
  line("Restore: Transferring data to Sales", {
    kind: "backupStep",
    restore: true,
    database: "Sales",
    step: "Restore: Transferring data to Sales",
  }),
  line("BackupStream(0): Starting MSDA of size 5 extents", {
    kind: "backupStep",
    restore: false,
    database: null,
    step: "BackupStream(0): Starting MSDA of size 5 extents",
  }),
  line("X-locking database: Sales", {
    kind: "backupStep",
    restore: true,
    database: "Sales",
    step: "X-locking database: Sales",
  }),
  line("Opening backup set", {
    kind: "backupStep",
    restore: true,
    database: null,
    step: "Opening backup set",
  }),
  line("SetTargetRestoreAge: 0", {
    kind: "backupStep",
    restore: true,
    database: null,
    step: "SetTargetRestoreAge: 0",
  }),
  line("Padding MSDA with 65536 bytes", {
    kind: "backupStep",
    restore: false,
    database: null,
    step: "Padding MSDA with 65536 bytes",
  }),
  line("Backup/Restore buffer configuration parameters", {
    kind: "backupSetting",
    name: "Backup/Restore buffer configuration parameters",
    value: null,
  }),
  line("Memory limit: 249MB", { kind: "backupSetting", name: "Memory limit", value: "249MB" }),
  line("Memory limit:               2300 MB", {
    kind: "backupSetting",
    name: "Memory limit",
    value: "2300 MB",
  }),
  line("Buffers per read/write stream: 3", {
    kind: "backupSetting",
    name: "Buffers per read/write stream",
    value: "3",
  }),
  line("MaxTransferSize:            1024 KB", {
    kind: "backupSetting",
    name: "MaxTransferSize",
    value: "1024 KB",
  }),
  line("Zeroing D:\\Data\\Sales_log.ldf from page 0 to 12800 (0x0 to 0x6400000)", {
    kind: "zeroing",
    file: "D:\\Data\\Sales_log.ldf",
    completed: false,
  }),
  line("Zeroing completed on D:\\Data\\Sales_log.ldf", {
    kind: "zeroing",
    file: "D:\\Data\\Sales_log.ldf",
    completed: true,
  }),
  line("Zeroing completed on D:\\Data\\Sales_log.ldf (elapsed = 1234 ms)", {
    kind: "zeroing",
    file: "D:\\Data\\Sales_log.ldf",
    completed: true,
  }),
  unknown("Backup of the registry was skipped."),
  unknown("Restore is complete on database 'Sales'."),
  unknown("Memory limit was not set."),
  unknown("Zeroing out the counters"),
  unknown("Opening the door"),
];
