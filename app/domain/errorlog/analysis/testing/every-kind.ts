/** A line of every kind that the analysis takes, as the product prints it; hosts and accounts are invented. */
const at = (second: number, source: string, text: string) =>
  `2020-02-02 10:${String(Math.floor(second / 60)).padStart(2, "0")}:${String(second % 60).padStart(2, "0")}.00 ${source.padEnd(12)}${text}`;

const texts: readonly (readonly [string, string])[] = [
  ["Server", "Microsoft SQL Server 2019 (RTM) - 15.0.2000.5 (X64) "],
  ["Server", "UTC adjustment: 1:00"],
  ["Server", "Server process ID is 1234."],
  ["spid7s", "Starting up database 'master'."],
  ["spid9s", "Starting up database 'Sales'."],
  [
    "spid9s",
    "CHECKDB for database 'Sales' finished without errors on 2019-01-02 03:04:05.123 (local time). This is an informational message only; no user action is required.",
  ],
  [
    "spid9s",
    "Analysis of database 'Sales' (5) is 37% complete (approximately 2 seconds remain). This is an informational message only. No user action is required.",
  ],
  [
    "spid9s",
    "Recovery of database 'Sales' (5) is 1% complete (approximately 60 seconds remain). Phase 2 of 3. This is an informational message only. No user action is required.",
  ],
  [
    "spid9s",
    "812 transactions rolled forward in database 'Sales' (5:0). This is an informational message only. No user action is required.",
  ],
  [
    "spid9s",
    "3 transactions rolled back in database 'Sales' (5:0). This is an informational message only. No user action is required.",
  ],
  [
    "spid9s",
    "Recovery is writing a checkpoint in database 'Sales' (5). This is an informational message only. No user action is required.",
  ],
  [
    "spid9s",
    "Recovery completed for database Sales (database ID 5) in 34 second(s) (analysis 4000 ms, redo 25000 ms, undo 4000 ms.) This is an informational message only. No user action is required.",
  ],
  ["spid9s", "Parallel redo is started for database 'Sales' with worker pool size [4]."],
  [
    "spid7s",
    "Recovery is complete. This is an informational message only. No user action is required.",
  ],
  [
    "spid7s",
    "SQL Server is now ready for client connections. This is an informational message; no user action is required.",
  ],
  ["spid17s", "Could not start the network library because of an internal error in it."],
  ["spid17s", "Database 5 cannot be autostarted during server shutdown or startup."],
  ["spid7s", "SQL Server shutdown has been initiated"],
  ["spid51", "Using 'dbghelp.dll' version '4.0.5'"],
  [
    "Server",
    "The lease between availability group 'AG1' and the Windows Server Failover Cluster has expired. It is gone.",
  ],
  [
    "Server",
    "The state of the local availability replica in availability group 'AG1' has changed from 'PRIMARY_NORMAL' to 'RESOLVING_NORMAL'.",
  ],
  [
    "spid35s",
    'The availability group database "Sales" is changing roles from "PRIMARY" to "RESOLVING" because the group failed over.',
  ],
  [
    "spid40s",
    "A connection timeout has occurred on a previously established connection to availability replica 'SQL2' with id [1].",
  ],
  [
    "spid41s",
    "Always On Availability Groups data movement for database 'Sales' has been suspended for the following reason: \"system\" (Source ID 2; Source string: 'SUSPEND_FROM_REDO').",
  ],
  ["spid15s", "deadlock-list"],
  ["spid15s", "   keylock hobtid=7 dbid=6 objectname=Sales.dbo.a indexname=PK id=lock3 mode=X"],
  [
    "spid11s",
    'Unable to open the physical file "D:\\Sales.mdf". Operating system error 5: "5(Access is denied.)".',
  ],
  ["spid9s", "SQL Server was unable to run a new system task, for memory is short."],
  ["spid62", 'Write on "E:\\Sales.bak" failed: 112(There is not enough space on the disk.)'],
  ["spid51", "Creating file P:\\a.ss."],
  ["spid51", "Closing file (1):P:\\a.ss."],
  [
    "spid51",
    "FlushCache: cleaned up 732965 bufs with 507694 writes in 80907 ms (avoided 298164 new dirty bufs) for db 5:0",
  ],
  ["spid51", "average writes per second: 6275.03 writes/sec"],
  ["spid51", "average throughput: 70.78 MB/sec, I/O saturation: 12, context switches 20"],
  ["spid51", "last target outstanding: 100, avgWriteLatency 60"],
  ["spid51", "Opening file (1):P:\\a.ss."],
  ["spid51", "Starting up database 'a'."],
  ["spid51", "RECOVERY (a, 7): Starting"],
  ["spid51", "RECOVERY (a, 7): Analysis starting"],
  ["spid51", "RECOVERY (a, 7): Redo starting"],
  ["spid51", "RECOVERY (a, 7): Estimate REDO 4096 bytes, UNDO 17 records.  Rampup is OFF."],
  ["spid51", "SQL recovery (analysis, redo and undo) completed for database (a, 7)"],
  ["spid10s", "Ckpt dbid 5 started (8)"],
  ["spid10s", "Ckpt dbid 5 phase 1 ended (8)"],
  ["spid10s", "Ckpt dbid 5 complete"],
  ["spid60", "BackupDatabase: Database Sales"],
  ["spid60", "BufferCount:                7"],
  ["spid60", "Zeroing D:\\log\\Sales.ldf from page 1 to 1280 (0x2000 to 0xa00000)"],
  ["spid60", "Zeroing completed on D:\\log\\Sales.ldf"],
  [
    "Backup",
    "Database backed up. Database: Sales, creation date(time): 2021/01/04(08:12:44), pages dumped: 42, first LSN: 33:1:37, last LSN: 33:9:1, number of dump devices: 1, device information: (FILE=1, TYPE=DISK: {'D:\\b.bak'}). This is an informational message only. No user action is required.",
  ],
  ["Backup", "BACKUP DATABASE successfully processed 40 pages in 12.500 seconds (2.650 MB/sec)."],
  [
    "Backup",
    "Database was restored: Database: Sales, creation date(time): 2021/01/04(08:12:44), first LSN: 33:1:37, last LSN: 33:9:1, number of dump devices: 1, device information: (FILE=1, TYPE=DISK: {'D:\\b.bak'}). Informational message. No user action required.",
  ],
  [
    "spid60",
    "BackupDiskFile::CreateMedia: Backup device 'D:\\Sales.bak' failed to create. Operating system error 5(Access is denied.).",
  ],
  [
    "Backup",
    "BACKUP failed to complete the command BACKUP DATABASE Sales. Check the backup application log for detailed messages.",
  ],
  ["spid60", "BACKUP DATABASE is terminating abnormally."],
  ["spid60", "BACKUP LOG cannot be performed because there is no current database backup."],
  [
    "spid60",
    "DBCC CHECKDB (Sales) executed by sa found 3 errors and repaired 1 errors. Elapsed time: 0 hours 10 minutes 0 seconds.",
  ],
  [
    "spid60",
    "DBCC CHECKDB (Sales) executed by sa terminated abnormally due to error state 1. Elapsed time: 0 hours 0 minutes 30 seconds.",
  ],
  [
    "spid60",
    "Reverting database 'Sales' to the point in time of database snapshot 'a' with split point LSN 29000000041500025 (0x0000001d:0000019f:0019). This is an informational message only. No user action is required.",
  ],
  [
    "spid14s",
    "SQL Server has encountered 40 occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [E:\\Sales.mdf] in database id 5.  The OS file handle is 0x00000000000085B0.  The offset of the latest long I/O is: 0x0000002237e000.  The duration of the long I/O is: 16699 ms.",
  ],
  [
    "spid70",
    "Time out occurred while waiting for buffer latch -- type 4, bp 00000000C8FE5A40, page 1:88888, stat 0x9, database id: 5, allocation unit id: 72057594037927936, task 0x0000000003F0C088 : 0, waittime 300 seconds, flags 0x1a, owning task 0x0000000003F0C088. Continuing to wait.",
  ],
  [
    "spid80",
    "I/O is frozen on database Sales. No user action is required. However, if I/O is not resumed promptly, you could cancel the backup.",
  ],
  ["spid80", "I/O was resumed on database Sales. No user action is required."],
  [
    "spid51",
    "SqlDumpExceptionHandler: Process 51 generated fatal exception c0000005 EXCEPTION_ACCESS_VIOLATION. SQL Server is terminating this process.",
  ],
  ["spid51", "***Stack Dump being sent to C:\\MSSQL\\LOG\\SQLDump0001.txt"],
  ["spid51", "* BEGIN STACK DUMP:"],
  ["spid52", "Error: 5128, Severity: 17, State: 2."],
  ["spid52", "Write to sparse file 'P:\\a.ss' failed due to lack of disk space."],
  [
    "spid52",
    "P:\\a.ss: Operating system error 665(The requested operation could not be completed due to a file system limitation) encountered.",
  ],
  ["spid52", "Error: 3420, Severity: 21, State: 1."],
  [
    "spid52",
    "Database snapshot 'a' has failed an IO operation and is marked suspect.  It must be dropped and recreated.",
  ],
  ["spid52", "A database snapshot cannot be created because it failed to start."],
  [
    "spid53",
    "The operating system returned error 21(The device is not ready.) to SQL Server during a read at offset 0x00000000012000 in file 'E:\\Sales.mdf'. Additional messages in the SQL Server error log and operating system error log may provide more detail.",
  ],
  [
    "spid53",
    "SQL Server detected a logical consistency-based I/O error: incorrect checksum (expected: 0x1; actual: 0x2). It occurred during a read of page (1:143) in database ID 5 at offset 0x0000000011e000 in file 'E:\\Sales.mdf'.  Additional messages in the SQL Server error log may provide more detail.",
  ],
  [
    "spid53",
    "A read of the file 'E:\\Sales.mdf' at offset 0x0000000011e000 succeeded after failing 2 time(s) with error: incorrect checksum (expected: 0x1; actual: 0x2).",
  ],
  ["spid54", "The transaction log for database 'Sales' is full due to 'LOG_BACKUP'."],
  [
    "spid54",
    "Could not allocate a new page for database 'Sales' because of insufficient disk space in filegroup 'PRIMARY'.",
  ],
  [
    "spid54",
    "Autogrow of file 'Sales_log' in database 'Sales' took 12345 milliseconds.  Consider using ALTER DATABASE to set a smaller FILEGROWTH for this file.",
  ],
  [
    "Server",
    "A significant part of sql server process memory has been paged out. This may result in a performance degradation. Duration: 0 seconds. Working set (KB): 1000, committed (KB): 4000, memory utilization: 25%.",
  ],
  ["spid55", "There is insufficient system memory in resource pool 'default' to run this query."],
  [
    "Server",
    "Process 0:0:0 (0x1a2c) Worker 0x00000000 appears to be non-yielding on Scheduler 3. Thread creation time: 1.",
  ],
  [
    "Server",
    "New queries assigned to process on Node 0 have not been picked up by a worker thread in the last 60 seconds.",
  ],
  ["Logon", "Error: 18456, Severity: 14, State: 8."],
  [
    "Logon",
    "Login failed for user 'sa'. Reason: Password did not match that for the login provided. [CLIENT: 10.0.0.7]",
  ],
  ["spid56", "Error: 17066, Severity: 21, State: 1."],
  ["spid56", "Something that has no recogniser of its own."],
  [
    "spid6s",
    "SQL Server is terminating because of a system shutdown. This is an informational message only. No user action is required.",
  ],
];

let second = 0;
let before = "";

/** The text of an error has the time of the record with its numbers. */
export const everyKind: readonly string[] = texts.map(([source, text]) => {
  if (!before.startsWith("Error: ")) second += 1;
  before = text;
  return at(second, source, text);
});
