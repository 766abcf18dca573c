import { line, lineOfError, unknown } from "./line.ts";

const informational = "This is an informational message only. No user action is required.";
const disk = "FILE=1, TYPE=DISK: {'D:\\Backup\\Sales (1).bak'}";

const mediaLines = [
  line(
    `Database backed up. Database: Sales, creation date(time): 2012/03/01(10:11:12), pages dumped: 1234, first LSN: 33:156:37, last LSN: 33:173:1, number of dump devices: 1, device information: (${disk}). ${informational}`,
    {
      kind: "backedUp",
      scope: "database",
      database: "Sales",
      pages: 1234,
      firstLsn: "33:156:37",
      lastLsn: "33:173:1",
      device: disk,
    },
  ),
  // 2005 has a colon.
  line(
    `Database backed up: Database: a, b, creation date(time): 2005/03/01(10:11:12), pages dumped: 17, first LSN: 1:2:3, last LSN: 1:4:1, number of dump devices: 1, device information: (${disk}). ${informational}`,
    {
      kind: "backedUp",
      scope: "database",
      database: "a, b",
      pages: 17,
      firstLsn: "1:2:3",
      lastLsn: "1:4:1",
      device: disk,
    },
  ),
  line(
    `Log was backed up. Database: Sales, creation date(time): 2018/09/04(16:28:16), first LSN: 47370:187:1, last LSN: 47370:238:1, number of dump devices: 1, device information: (FILE=1, TYPE=VIRTUAL_DEVICE: {'{0F1E2D3C-1}1'}). ${informational}`,
    {
      kind: "backedUp",
      scope: "log",
      database: "Sales",
      pages: null,
      firstLsn: "47370:187:1",
      lastLsn: "47370:238:1",
      device: "FILE=1, TYPE=VIRTUAL_DEVICE: {'{0F1E2D3C-1}1'}",
    },
  ),
  line(
    `Database differential changes were backed up. Database: Sales, creation date(time): 2012/03/01(10:11:12), pages dumped: 99, first LSN: 33:1:1, last LSN: 33:2:1, full backup LSN: 30:1:37, number of dump devices: 1, device information: (${disk}). This is an informational message. No user action is required.`,
    {
      kind: "backedUp",
      scope: "differential",
      database: "Sales",
      pages: 99,
      firstLsn: "33:1:1",
      lastLsn: "33:2:1",
      device: disk,
    },
  ),
  line(
    `Database file was backed up. Database: Sales, creation date(time): 2012/03/01(10:11:12), file list: (Sales_2), pages dumped: 5, number of dump devices: 1, device information: (${disk}). ${informational}`,
    {
      kind: "backedUp",
      scope: "file",
      database: "Sales",
      pages: 5,
      firstLsn: null,
      lastLsn: null,
      device: disk,
    },
  ),
  line(
    `Database file differential changes were backed up. Database: Sales, creation date(time): 2012/03/01(10:11:12), file list: (Sales_2), pages dumped: 5, number of dump devices: 1, device information: (${disk}). ${informational}`,
    {
      kind: "backedUp",
      scope: "file",
      database: "Sales",
      pages: 5,
      firstLsn: null,
      lastLsn: null,
      device: disk,
    },
  ),
  line(
    `Database was restored: Database: Sales, creation date(time): 2012/03/01(10:11:12), first LSN: 33:156:37, last LSN: 33:173:1, number of dump devices: 1, device information: (${disk}). Informational message. No user action required.`,
    { kind: "restored", scope: "database", database: "Sales", device: disk },
  ),
  line(
    `Log was restored. Database: Sales, creation date(time): 2012/03/01(10:11:12), first LSN: 33:156:1, last LSN: 33:173:1, number of dump devices: 1, device information: (${disk}). This is an informational message. No user action is required.`,
    { kind: "restored", scope: "log", database: "Sales", device: disk },
  ),
  line(
    `Database changes were restored. Database: Sales, creation date(time): 2012/03/01(10:11:12), first LSN: 33:156:1, last LSN: 33:173:1, number of dump devices: 1, device information: (${disk}). This is an informational message. No user action is required.`,
    { kind: "restored", scope: "differential", database: "Sales", device: disk },
  ),
  line(
    `Database file was restored. Database: Sales, creation date(time): 2012/03/01(10:11:12), file list: (Sales_2), number of dump devices: 1, device information: (${disk}). This is an informational message. No user action is required.`,
    { kind: "restored", scope: "file", database: "Sales", device: disk },
  ),
  line(
    `Database file changes were restored. Database: Sales, creation date(time): 2012/03/01(10:11:12), file list: (Sales_2), number of dump devices: 1, device information: (${disk}). ${informational}`,
    { kind: "restored", scope: "file", database: "Sales", device: disk },
  ),
  line(
    "The database 'Sales' is marked RESTORING and is in a state that does not allow recovery to be run.",
    { kind: "markedRestoring", database: "Sales" },
  ),
  line("Restore is complete on database 'Sales'.  The database is now available.", {
    kind: "restoreComplete",
    database: "Sales",
  }),
  // Cut off.
  line(
    "Log was backed up. Database: Sales, creation date(time): 2018/09/04(16:28:16), first LSN: 4",
    {
      kind: "backedUp",
      scope: "log",
      database: "Sales",
      pages: null,
      firstLsn: null,
      lastLsn: null,
      device: null,
    },
  ),
  line(
    "Log was restored. Database: Sales, creation date(time): 2018/09/04(16:28:16), first LSN: 4:1:1, device information: (FILE=1, TY",
    { kind: "restored", scope: "log", database: "Sales", device: null },
  ),
  unknown("Database backed up. Database: Sales"),
  unknown("Log was backed up by somebody else."),
  unknown("Database was shut down."),
];

const resultLines = [
  line("BACKUP DATABASE successfully processed 76 pages in 0.180 seconds (3.420 MB/sec).", {
    kind: "backupProcessed",
    operation: "BACKUP DATABASE",
    pages: 76,
    seconds: 0.18,
    megabytesPerSecond: 3.42,
  }),
  line(
    "BACKUP DATABASE WITH DIFFERENTIAL successfully processed 0 pages in 12,556 seconds (0,000 MB/sec).",
    {
      kind: "backupProcessed",
      operation: "BACKUP DATABASE WITH DIFFERENTIAL",
      pages: 0,
      seconds: 12.556,
      megabytesPerSecond: 0,
    },
  ),
  line("RESTORE LOG successfully processed 9 pages in 0.010 seconds (7.031 MB/sec).", {
    kind: "backupProcessed",
    operation: "RESTORE LOG",
    pages: 9,
    seconds: 0.01,
    megabytesPerSecond: 7.031,
  }),
  line("10 percent processed.", { kind: "backupProgress", percent: 10 }),
  line("100 percent processed.", { kind: "backupProgress", percent: 100 }),
  line("5 percent processed.", { kind: "backupProgress", percent: 5 }),
  line("RESTORE DATABASE is terminating abnormally.", {
    kind: "backupTerminated",
    operation: "RESTORE DATABASE",
  }),
  line("VERIFY DATABASE is terminating abnormally.", {
    kind: "backupTerminated",
    operation: "VERIFY DATABASE",
  }),
  line(
    "BACKUP failed to complete the command BACKUP DATABASE Sales WITH DIFFERENTIAL. Check the backup application log for detailed messages.",
    {
      kind: "backupFailed",
      command: "BACKUP DATABASE Sales WITH DIFFERENTIAL",
      database: "Sales",
    },
  ),
  line(
    "BACKUP failed to complete the command BACKUP LOG [Sales 2] TO DISK = N'\\\\filesrv01\\b\\x.trn' WITH NOFORMAT. Check the backup application log for detailed messages.",
    {
      kind: "backupFailed",
      command: "BACKUP LOG [Sales 2] TO DISK = N'\\\\filesrv01\\b\\x.trn' WITH NOFORMAT",
      database: "Sales 2",
    },
  ),
  line("BACKUP failed to complete the command backup database Sales to disk='x.bak'", {
    kind: "backupFailed",
    command: "backup database Sales to disk='x.bak'",
    database: "Sales",
  }),
  line("BACKUP failed to complete the command exec dbo.nightly.", {
    kind: "backupFailed",
    command: "exec dbo.nightly",
    database: null,
  }),
  lineOfError(3041, "Fehler bei BACKUP beim Abschließen des Befehls BACKUP DATABASE Sales.", {
    kind: "backupFailed",
    command: "BACKUP DATABASE Sales.",
    database: "Sales.",
  }),
  lineOfError(3041, "BACKUP 无法完成命令。", { kind: "backupFailed", command: "", database: null }),
  line("The backup set on file 1 is valid.", { kind: "backupSetValid", file: 1 }),
  line("BACKUP LOG cannot be performed because there is no current database backup.", {
    kind: "logChainBroken",
  }),
  lineOfError(4214, "BACKUP LOG kann nicht ausgeführt werden.", { kind: "logChainBroken" }),
  line(
    "Cannot use the backup file 'D:\\x.bak' because it was originally formatted with sector size 4096 and is now on a device with sector size 512.",
    {
      kind: "sectorSizeMismatch",
      words:
        "Cannot use the backup file 'D:\\x.bak' because it was originally formatted with sector size 4096 and is now on a device with sector size 512.",
    },
  ),
  unknown("BACKUP DATABASE was requested."),
  unknown("BACKUP LOG WITH TRUNCATE_ONLY is deprecated."),
  unknown("10 percent of the pages were read."),
  unknown("101 percent processed"),
  unknown("The backup set holds a backup of a database other than the existing 'Sales' database."),
  unknown("Cannot use the backup file 'D:\\x.bak' since it is not a backup."),
];

const deviceLines = [
  line(
    "BackupDiskFile::CreateMedia: Backup device 'Z:\\Sales.bak' failed to create. Operating system error 3(The system cannot find the path specified.).",
    {
      kind: "backupDeviceFailed",
      device: "Z:\\Sales.bak",
      operation: "create",
      osError: 3,
      osText: "The system cannot find the path specified.",
    },
  ),
  line(
    "BackupIoRequest::ReportIoError: write failure on backup device '\\\\filesrv01\\b\\Sales.bak'. Operating system error 23(Data error (cyclic redundancy check).).",
    {
      kind: "backupDeviceFailed",
      device: "\\\\filesrv01\\b\\Sales.bak",
      operation: "write",
      osError: 23,
      osText: "Data error (cyclic redundancy check).",
    },
  ),
  line(
    "BackupDiskFile::RequestDurableMedia:  failure on backup device 'D:\\Sales.bak'. Operating system error 112(There is not enough space on the disk.).",
    {
      kind: "backupDeviceFailed",
      device: "D:\\Sales.bak",
      operation: null,
      osError: 112,
      osText: "There is not enough space on the disk.",
    },
  ),
  line(
    "BackupVirtualDeviceFile::SendFileInfoBegin:  failure on backup device '{0F1E2D3C}7'. Operating system error 995(The I/O operation has been aborted because of either a thread exit or an application request.).",
    {
      kind: "backupDeviceFailed",
      device: "{0F1E2D3C}7",
      operation: null,
      osError: 995,
      osText:
        "The I/O operation has been aborted because of either a thread exit or an application request.",
    },
  ),
  line('Write on "D:\\Sales.bak" failed: 112(There is not enough space on the disk.)', {
    kind: "backupDeviceFailed",
    device: "D:\\Sales.bak",
    operation: "write",
    osError: 112,
    osText: "There is not enough space on the disk.",
  }),
  line('Read on "D:\\Sales.bak" failed: 38(Reached the end of the file.)', {
    kind: "backupDeviceFailed",
    device: "D:\\Sales.bak",
    operation: "read",
    osError: 38,
    osText: "Reached the end of the file.",
  }),
  line(
    'A nonrecoverable I/O error occurred on file "D:\\Sales.bak:" 112(There is not enough space on the disk.).',
    {
      kind: "backupDeviceFailed",
      device: "D:\\Sales.bak",
      operation: null,
      osError: 112,
      osText: "There is not enough space on the disk.",
    },
  ),
  line(
    'A nonrecoverable I/O error occurred on file "https://contoso.blob.example/backup/Sales.bak:" Error could not be gathered from Remote Endpoint.',
    {
      kind: "backupDeviceFailed",
      device: "https://contoso.blob.example/backup/Sales.bak",
      operation: null,
      osError: null,
      osText: null,
    },
  ),
  line(
    "Cannot open backup device 'Z:\\Sales.bak'. Operating system error 3(The system cannot find the path specified.).",
    {
      kind: "backupDeviceFailed",
      device: "Z:\\Sales.bak",
      operation: "open",
      osError: 3,
      osText: "The system cannot find the path specified.",
    },
  ),
  line("Cannot open backup device 'tape7'. Device error or device off-line.", {
    kind: "backupDeviceFailed",
    device: "tape7",
    operation: "open",
    osError: null,
    osText: null,
  }),
  unknown("Backup device 'tape7' was created."),
  unknown('Write on "D:\\Sales.bak" was slow'),
];

export const backupLines = [...mediaLines, ...resultLines, ...deviceLines];
