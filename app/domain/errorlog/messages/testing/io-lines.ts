import { line, lineOfError, unknown } from "./line.ts";

export const ioLines = [
  line(
    "SQL Server has encountered 12 occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [D:\\Data\\Sales.mdf] in database [Sales] (5).  The OS file handle is 0x0000000000000A14.  The offset of the latest long I/O is: 0x000000b4c30000",
    {
      kind: "longIo",
      occurrences: 12,
      thresholdSeconds: 15,
      file: "D:\\Data\\Sales.mdf",
      database: "Sales",
      databaseId: 5,
      offset: "0x000000b4c30000",
      durationMs: null,
    },
  ),
  line(
    "SQL Server has encountered 1 occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [/var/opt/mssql/data/tempdb.mdf] in database id 2.  The OS file handle is 0x00000000000085B0.  The offset of the latest long I/O is: 0x0000002237e000.  The duration of the long I/O is: 16699 ms.",
    {
      kind: "longIo",
      occurrences: 1,
      thresholdSeconds: 15,
      file: "/var/opt/mssql/data/tempdb.mdf",
      database: null,
      databaseId: 2,
      offset: "0x0000002237e000",
      durationMs: 16_699,
    },
  ),
  line(
    "SQL Server has encountered 3 occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [E:\\a]b.ndf] in database [a] (1] (9).",
    {
      kind: "longIo",
      occurrences: 3,
      thresholdSeconds: 15,
      file: "E:\\a]b.ndf",
      database: "a] (1",
      databaseId: 9,
      offset: null,
      durationMs: null,
    },
  ),
  line(
    "D:\\Data\\Sales.mdf_MSSQL_DBCC8: Operating system error 112(There is not enough space on the disk.) encountered.",
    {
      kind: "osError",
      file: "D:\\Data\\Sales.mdf_MSSQL_DBCC8",
      osError: 112,
      osText: "There is not enough space on the disk.",
    },
  ),
  line(
    "D:\\Data\\Sales.mdf:MSSQL_DBCC8: Operating system error 665(The requested operation could not be completed due to a file system limitation) encountered.",
    {
      kind: "osError",
      file: "D:\\Data\\Sales.mdf:MSSQL_DBCC8",
      osError: 665,
      osText: "The requested operation could not be completed due to a file system limitation",
    },
  ),
  line(
    "\\\\filesrv01\\data\\Sales.ndf: Operating system error 64(The specified network name is no longer available.) encountered.",
    {
      kind: "osError",
      file: "\\\\filesrv01\\data\\Sales.ndf",
      osError: 64,
      osText: "The specified network name is no longer available.",
    },
  ),
  line(
    "/var/opt/mssql/data/sales.ss: Operating system error 112(There is not enough space on the disk.) encountered.",
    {
      kind: "osError",
      file: "/var/opt/mssql/data/sales.ss",
      osError: 112,
      osText: "There is not enough space on the disk.",
    },
  ),
  lineOfError(
    17053,
    "FCBHandler::Extend: Operating system error 2(The system cannot find the file specified.) encountered.",
    {
      kind: "osError",
      file: "FCBHandler::Extend",
      osError: 2,
      osText: "The system cannot find the file specified.",
    },
  ),
  line(
    "Time out occurred while waiting for buffer latch -- type 2, bp 000000047D7F8000, page 1:88888, stat 0x40d, database id: 7, allocation unit id: 72057594041466880, task 0x0000000005C3A748 : 0, waittime 300, flags 0x1a, owning task 0x0000000005C3B288.  Continuing to wait.",
    {
      kind: "latchTimeout",
      latchType: 2,
      databaseId: 7,
      page: "1:88888",
      waitSeconds: 300,
      continues: true,
    },
  ),
  line(
    "A time-out occurred while waiting for buffer latch -- type 4, bp 00000208B31DF840, page 3:227674, stat 0x10b, database id: 2, allocation unit Id: 562949955649536, task 0x0000021BA22784E8 : 0, waittime 300 seconds, flags 0x3a, owning task 0x000002254F58F468. Not continuing to wait.",
    {
      kind: "latchTimeout",
      latchType: 4,
      databaseId: 2,
      page: "3:227674",
      waitSeconds: 300,
      continues: false,
    },
  ),
  line(
    "Time-out occurred while waiting for buffer latch type 2 for page (1:6841), database ID 6.",
    {
      kind: "latchTimeout",
      latchType: 2,
      databaseId: 6,
      page: "1:6841",
      waitSeconds: null,
      continues: false,
    },
  ),
  line(
    "Timeout occurred while waiting for latch: class 'LOG_MANAGER', id 000000010F7C4E88, type 4, Task 0x00000000055B9DC8 : 0, waittime 600, flags 0x1a, owning task 0x00000000055B8748. Continuing to wait.",
    {
      kind: "latchTimeout",
      latchType: 4,
      databaseId: null,
      page: null,
      waitSeconds: 600,
      continues: true,
    },
  ),
  lineOfError(
    845,
    "バッファー ラッチを待機中にタイムアウトが発生しました。ページ (1:6841) の型 2、データベース ID 6。",
    {
      kind: "latchTimeout",
      latchType: null,
      databaseId: null,
      page: "1:6841",
      waitSeconds: null,
      continues: false,
    },
  ),
  lineOfError(844, "等待缓冲区闩锁时出现超时 - 类型 4，页 1:88888，将继续等待。", {
    kind: "latchTimeout",
    latchType: null,
    databaseId: null,
    page: "1:88888",
    waitSeconds: null,
    continues: true,
  }),
  line(
    "I/O is frozen on database Sales. No user action is required. However, if I/O is not resumed promptly, you could cancel the backup.",
    { kind: "ioFrozen", database: "Sales" },
  ),
  line("I/O was resumed on database Sales 2.0. No user action is required.", {
    kind: "ioResumed",
    database: "Sales 2.0",
  }),
  line("Database Sales: IO is frozen for snapshot", { kind: "ioFrozen", database: "Sales" }),
  line("Database Sales: IO is thawed", { kind: "ioResumed", database: "Sales" }),
  line("Database 'Sales' acquired suspend locks in session 149.", {
    kind: "suspension",
    database: "Sales",
    session: 149,
    isSuspended: true,
  }),
  line("Group 'Both' successfully suspended for snapshot backup in session 149.", {
    kind: "suspension",
    database: null,
    session: 149,
    isSuspended: true,
  }),
  line(
    "Database 'Sales' originally suspended for snapshot backup in session 149 successfully resumed in session 150.",
    { kind: "suspension", database: "Sales", session: 149, isSuspended: false },
  ),
  unknown("SQL Server has encountered 12 occurrence(s) of something else"),
  unknown("D:\\Data\\Sales.mdf was opened."),
  unknown("/opt/mssql/bin/sqlservr: This program has encountered a fatal error."),
  unknown("Time out occurred while waiting for memory resources to execute the query."),
  unknown("I/O is fast on database Sales."),
  lineOfError(17053, "LogWriter: Operating system error (null) encountered.", {
    kind: "errorText",
  }),
];

export const spaceLines = [
  line(
    "The transaction log for database 'Sales' is full. To find out why space in the log cannot be reused, see the log_reuse_wait_desc column in sys.databases",
    { kind: "logFull", database: "Sales", reason: null },
  ),
  line("The transaction log for database 'Sales' is full due to 'LOG_BACKUP'.", {
    kind: "logFull",
    database: "Sales",
    reason: "LOG_BACKUP",
  }),
  line(
    "The transaction log for database 'Sales' is full due to 'ACTIVE_TRANSACTION' and the holdup lsn is (1843:2368:1).",
    { kind: "logFull", database: "Sales", reason: "ACTIVE_TRANSACTION" },
  ),
  lineOfError(
    9002,
    "Das Transaktionsprotokoll für die 'Sales'-Datenbank ist voll (wegen 'LOG_BACKUP').",
    {
      kind: "logFull",
      database: "Sales",
      reason: "LOG_BACKUP",
    },
  ),
  lineOfError(9002, "Le journal des transactions de la base de données 'Sales' est plein.", {
    kind: "logFull",
    database: "Sales",
    reason: null,
  }),
  lineOfError(9002, "?", { kind: "errorText" }),
  line(
    "Space of the transaction log for database 'Sales': 1843.2 of 4095.0 MiB are in use, held by ACTIVE_TRANSACTION from LSN 00000002:00000010:0001 on, and 1590.7 MiB are reserved for rollbacks.",
    {
      kind: "logSpace",
      database: "Sales",
      usedMiB: 1843.2,
      capacityMiB: 4095,
      heldBy: "ACTIVE_TRANSACTION",
      forRollbacksMiB: 1590.7,
    },
  ),
  line(
    "Could not allocate space for object 'dbo.Orders'.'PK_Orders' in database 'Sales' because the 'PRIMARY' filegroup is full. Create disk space by deleting unneeded files, dropping objects in the filegroup, adding additional files to the filegroup, or setting autogrowth on for existing files in the filegroup.",
    { kind: "filegroupFull", database: "Sales", filegroup: "PRIMARY" },
  ),
  line(
    "Could not allocate a new page for database 'tempdb' because of insufficient disk space in filegroup 'DEFAULT'. Create the necessary space by dropping objects in the filegroup, adding additional files to the filegroup, or setting autogrowth on for existing files in the filegroup.",
    { kind: "filegroupFull", database: "tempdb", filegroup: "DEFAULT" },
  ),
  line(
    "Could not allocate a new page for database 'Sales' because the 'FG2' filegroup is full due to lack of storage space or database files reaching the maximum allowed size.",
    { kind: "filegroupFull", database: "Sales", filegroup: "FG2" },
  ),
  line(
    "Autogrow of file 'Sales_log' in database 'Sales' was cancelled by user or timed out after 30015 milliseconds.  Use ALTER DATABASE to set a smaller FILEGROWTH value for this file or to explicitly set a new file size.",
    {
      kind: "slowGrowth",
      file: "Sales_log",
      database: "Sales",
      durationMs: 30_015,
      cancelled: true,
    },
  ),
  line(
    "Autogrow of file 'Sales_log' in database 'Sales' took 105342 milliseconds.  Consider using ALTER DATABASE to set a smaller FILEGROWTH for this file.",
    {
      kind: "slowGrowth",
      file: "Sales_log",
      database: "Sales",
      durationMs: 105_342,
      cancelled: false,
    },
  ),
  unknown("The transaction log for database 'Sales' is fully recovered."),
  unknown("Could not allocate memory for object 'x'."),
  unknown("Autogrow of file 'Sales_log' is off."),
];
