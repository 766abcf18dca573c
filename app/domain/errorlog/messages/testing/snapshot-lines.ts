import { line, lineOfError, unknown } from "./line.ts";

export const snapshotLines = [
  line("Creating file P:\\MSSQL_root.mdf. ", { kind: "creatingFile", path: "P:\\MSSQL_root.mdf" }),
  line("Creating file /var/opt/mssql/data/sales.ss", {
    kind: "creatingFile",
    path: "/var/opt/mssql/data/sales.ss",
  }),
  line("Closing file (1):P:\\MSSQL_root.mdf.", {
    kind: "closingFile",
    fileId: 1,
    path: "P:\\MSSQL_root.mdf",
  }),
  line("Opening file (1):P:\\MSSQL_root.mdf.", {
    kind: "openingFile",
    fileId: 1,
    path: "P:\\MSSQL_root.mdf",
  }),
  line(
    "Database snapshot 'Sales_noon' has failed an IO operation and is marked suspect.  It must be dropped and recreated.",
    { kind: "snapshotSuspect", snapshot: "Sales_noon" },
  ),
  line("Write to sparse file 'S:\\Sales_noon.ss' failed due to lack of disk space.", {
    kind: "sparseFileFull",
    path: "S:\\Sales_noon.ss",
  }),
  line("A database snapshot cannot be created because it failed to start.", {
    kind: "snapshotNotStarted",
  }),
  line(
    "Reverting database 'Sales' to the point in time of database snapshot 'Sales_noon' with split point LSN 36000000015100001 (0x00000024:00000097:0001). This is an informational message only. No user action is required.",
    { kind: "reverting", database: "Sales", snapshot: "Sales_noon" },
  ),
  lineOfError(3420, "Der Datenbank-Momentaufnahme 'Sales_noon' ist ein EA-Vorgang misslungen.", {
    kind: "snapshotSuspect",
    snapshot: "Sales_noon",
  }),
  lineOfError(5128, "Échec de l'écriture dans le fichier partiellement alloué 'S:\\Sales.ss'.", {
    kind: "sparseFileFull",
    path: "S:\\Sales.ss",
  }),
  lineOfError(1823, "Eine Datenbankmomentaufnahme kann nicht erstellt werden.", {
    kind: "snapshotNotStarted",
  }),
  lineOfError(3420, "?", { kind: "errorText" }),
  lineOfError(5128, "?", { kind: "errorText" }),
  unknown("Creating filestream container"),
  unknown("Closing file handles."),
  unknown("Opening file for reading"),
  unknown("Database snapshot 'Sales_noon' was created."),
  unknown("Write to sparse file failed"),
  unknown("Reverting database 'Sales' to simple recovery."),
];

export const integrityLines = [
  line(
    "DBCC CHECKDB (Sales) executed by CONTOSO\\svc_maint found 0 errors and repaired 0 errors. Elapsed time: 1 hours 1 minutes 12 seconds.  Internal database snapshot has split point LSN = 00000026:0000089d:0001 and first LSN = 00000026:0000089c:0001.",
    {
      kind: "consistencyChecked",
      command: "DBCC CHECKDB",
      target: "Sales",
      database: "Sales",
      user: "CONTOSO\\svc_maint",
      errorsFound: 0,
      errorsRepaired: 0,
      durationMs: 3_672_000,
      splitLsn: "00000026:0000089d:0001",
      firstLsn: "00000026:0000089c:0001",
    },
  ),
  line(
    "DBCC CHECKDB (msdb, noindex) WITH no_infomsgs executed by NT AUTHORITY\\SYSTEM found 12 errors and repaired 3 errors. Elapsed time: 0 hours 0 minutes 5 seconds.",
    {
      kind: "consistencyChecked",
      command: "DBCC CHECKDB",
      target: "msdb, noindex",
      database: "msdb",
      user: "NT AUTHORITY\\SYSTEM",
      errorsFound: 12,
      errorsRepaired: 3,
      durationMs: 5000,
      splitLsn: null,
      firstLsn: null,
    },
  ),
  line("DBCC CHECKTABLE (Sales.dbo.Orders) executed by sa found 0 errors and repaired 0 errors.", {
    kind: "consistencyChecked",
    command: "DBCC CHECKTABLE",
    target: "Sales.dbo.Orders",
    database: "Sales",
    user: "sa",
    errorsFound: 0,
    errorsRepaired: 0,
    durationMs: null,
    splitLsn: null,
    firstLsn: null,
  }),
  line(
    "DBCC CHECKDB (Sales) executed by sa terminated abnormally due to error state 6. Elapsed time: 0 hours 0 minutes 0 seconds.",
    {
      kind: "consistencyCheckAborted",
      command: "DBCC CHECKDB",
      target: "Sales",
      database: "Sales",
      user: "sa",
      errorState: 6,
      durationMs: 0,
    },
  ),
  line(
    "[EMERGENCY] DBCC CHECKDB (Sales, repair_allow_data_loss) executed by sa found 4 errors and repaired 4 errors. Elapsed time: 0 hours 2 minutes 0 seconds.",
    {
      kind: "consistencyChecked",
      command: "DBCC CHECKDB",
      target: "Sales, repair_allow_data_loss",
      database: "Sales",
      user: "sa",
      errorsFound: 4,
      errorsRepaired: 4,
      durationMs: 120_000,
      splitLsn: null,
      firstLsn: null,
    },
  ),
  line(
    "CHECKDB for database 'Sales' finished without errors on 2012-10-07 02:00:15.500 (local time). This is an informational message only; no user action is required.",
    { kind: "lastCleanCheck", database: "Sales", finished: "2012-10-07 02:00:15.500" },
  ),
  line(
    "The operating system returned error 23(Data error (cyclic redundancy check).) to SQL Server during a read at offset 0x000000000b0000 in file 'D:\\Data\\Sales.mdf'. Additional messages in the SQL Server error log and system event log may provide more detail.",
    {
      kind: "ioError",
      osError: 23,
      operation: "read",
      offset: "0x000000000b0000",
      file: "D:\\Data\\Sales.mdf",
    },
  ),
  line(
    "I/O error (bad page ID) detected during read at offset 0x00000000014000 in file 'D:\\Data\\Sales.mdf'.",
    {
      kind: "ioError",
      osError: null,
      operation: "read",
      offset: "0x00000000014000",
      file: "D:\\Data\\Sales.mdf",
    },
  ),
  line(
    "The operating system returned error 665(The requested operation could not be completed due to a file system limitation) to SQL Server during a write at offset 0x00002a3ef96000 in file 'D:\\Data\\Sales.mdf:MSSQL_DBCC18'",
    {
      kind: "fileSystemLimit",
      osError: 665,
      operation: "write",
      offset: "0x00002a3ef96000",
      file: "D:\\Data\\Sales.mdf:MSSQL_DBCC18",
    },
  ),
  line(
    "The operating system returned error 1450(Insufficient system resources exist to complete the requested service.) to SQL Server during a write at offset 0x00002a3ef96000 in file with handle 0x0000000000000D5C. This is usually a temporary condition and the SQL Server will keep retrying the operation.",
    {
      kind: "fileSystemLimit",
      osError: 1450,
      operation: "write",
      offset: "0x00002a3ef96000",
      file: "handle 0x0000000000000D5C",
    },
  ),
  line(
    "SQL Server detected a logical consistency-based I/O error: incorrect checksum (expected: 0x4a5b6c7d; actual: 0x4a5b6c7e). It occurred during a read of page (1:143) in database ID 5 at offset 0x0000000011e000 in file 'D:\\Data\\Sales.mdf'.  Additional messages in the SQL Server error log or system event log may provide more detail.",
    {
      kind: "logicalIoError",
      problem: "incorrect checksum",
      operation: "read",
      page: "(1:143)",
      databaseId: 5,
      offset: "0x0000000011e000",
      file: "D:\\Data\\Sales.mdf",
    },
  ),
  line(
    "SQL Server detected a logical consistency-based I/O error: torn page. It occurred during a read of page (1:9) in database 'Sales' in file 'D:\\Data\\Sales.mdf'.",
    {
      kind: "logicalIoError",
      problem: "torn page",
      operation: "read",
      page: null,
      databaseId: null,
      offset: null,
      file: "D:\\Data\\Sales.mdf",
    },
  ),
  line(
    "A read of the file 'D:\\Data\\Sales.mdf' at offset 0x00000000014000 succeeded after failing 2 time(s) with error: incorrect checksum (expected: 0x1; actual: 0x2). Additional messages in the SQL Server error log and system event log may provide more detail.",
    {
      kind: "readRetried",
      file: "D:\\Data\\Sales.mdf",
      offset: "0x00000000014000",
      attempts: 2,
    },
  ),
  unknown("DBCC CHECKDB (Sales) is not started."),
  unknown("DBCC CHECKIDENT (Orders) executed by sa"),
  unknown("CHECKDB for database 'Sales' will be exclusive."),
  unknown("The operating system returned error 5 while the service was being installed."),
  unknown("SQL Server detected a logical consistency-based I/O error: torn page."),
  unknown("A read of the file system was refused."),
  unknown("I/O error on a network card"),
];
