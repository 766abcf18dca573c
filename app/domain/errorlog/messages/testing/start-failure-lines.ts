import { line, lineOfError, unknown } from "./line.ts";

export const startFailureLines = [
  line(
    "ERROR: Unable to set system administrator password: Password validation failed. The password does not meet SQL Server password policy requirements because it is too short. The password must be at least 8 characters..",
    {
      kind: "startFailed",
      cause: "password",
      detail:
        "Password validation failed. The password does not meet SQL Server password policy requirements because it is too short. The password must be at least 8 characters",
    },
  ),
  line("An error occurred during server setup. See previous errors for more information.", {
    kind: "startFailed",
    cause: "setup",
    detail: null,
  }),
  line(
    "Server TCP provider failed to listen on [ 'any' <ipv4> 1433]. Tcp port is already in use.",
    { kind: "startFailed", cause: "port", detail: "[ 'any' <ipv4> 1433]" },
  ),
  line(
    "Server failed to listen on fe80::8145:ac41:7d9f:556%6 <ipv6> 1433. Error: 0x2741. To proceed, notify your system administrator.",
    { kind: "startFailed", cause: "port", detail: "fe80::8145:ac41:7d9f:556%6 <ipv6> 1433" },
  ),
  line(
    'Unable to load user-specified certificate [Cert Hash(sha1) "5B21"]. The server will not accept a connection. You should verify that the certificate is correctly installed. See "Configuring Certificate for Use by SSL" in Books Online.',
    { kind: "startFailed", cause: "certificate", detail: '[Cert Hash(sha1) "5B21"]' },
  ),
  line(
    "Error 2(The system cannot find the file specified.) occurred while opening file 'C:\\Data\\master.mdf' to obtain configuration information at startup. An invalid startup option might have caused the error. Verify your startup options, and correct or remove them if necessary.",
    {
      kind: "startFailed",
      cause: "masterFile",
      detail:
        "2(The system cannot find the file specified.) occurred while opening file 'C:\\Data\\master.mdf'",
    },
  ),
  line(
    "An invalid startup option q was supplied, either from the registry or the command prompt. Correct or remove the option.",
    { kind: "startFailed", cause: "parameter", detail: "q" },
  ),
  line("SQL Server evaluation period has expired.", {
    kind: "startFailed",
    cause: "evaluation",
    detail: null,
  }),
  line(
    "Server startup failed due to insufficient memory for descriptor. Reduce non-essential memory load or increase system memory.",
    { kind: "startFailed", cause: "memory", detail: null },
  ),
  line(
    "Could not create tempdb. You may not have enough disk space available. Free additional disk space by deleting other files on the tempdb drive and then restart SQL Server.",
    { kind: "startFailed", cause: "tempdb", detail: null },
  ),
  line(
    "Script level upgrade for database 'master' failed because upgrade step 'msdb110_upgrade.sql' encountered error 15173, state 1, severity 16. This is a serious error condition which might interfere with regular operation and the database will be taken offline.",
    {
      kind: "startFailed",
      cause: "upgrade",
      detail: "'msdb110_upgrade.sql' encountered error 15173",
    },
  ),
  line(
    "Cannot recover the master database. SQL Server is unable to run. Restore master from a full backup, repair it, or rebuild it.",
    { kind: "startFailed", cause: "master", detail: null },
  ),
  line(
    "TDSSNIClient initialization failed with error 0xd, status code 0x4. Reason: All protocols are disabled. The data is invalid.",
    {
      kind: "startFailed",
      cause: "network",
      detail: "0xd, status code 0x4. Reason: All protocols are disabled. The data is invalid",
    },
  ),
  line("TDSSNIClient initialization failed with error 0x7e, status code 0x1.", {
    kind: "startFailed",
    cause: "network",
    detail: "0x7e, status code 0x1",
  }),
  line(
    "Could not start the network library because of an internal error in the network library. To determine the cause, review the errors immediately preceding this one in the error log.",
    { kind: "startFailed", cause: "network", detail: null },
  ),
  line(
    "SQL Server could not spawn FRunCM thread. Check the SQL Server error log and the Windows event logs for information about possible related problems.",
    { kind: "startFailed", cause: "network", detail: null },
  ),
  lineOfError(17_826, "Die Netzwerkbibliothek konnte nicht gestartet werden.", {
    kind: "startFailed",
    cause: "network",
    detail: null,
  }),
  line("SQL Server shutdown has been initiated", { kind: "serverEnding" }),
  line(
    "SQL Trace was stopped due to server shutdown. Trace ID = '1'. This is an informational message only; no user action is required.",
    { kind: "serverEnding" },
  ),
  line("Database 5 cannot be autostarted during server shutdown or startup.", {
    kind: "databaseNotStarted",
    cause: "serverBusy",
    database: null,
    databaseId: 5,
  }),
  line("Database 'Sales' cannot be autostarted during server shutdown or startup.", {
    kind: "databaseNotStarted",
    cause: "serverBusy",
    database: "Sales",
    databaseId: null,
  }),
  line(
    "Database 'Stock' cannot be started in this edition of SQL Server because it contains a partition function 'byYear'. Only Enterprise edition of SQL Server supports partitioning.",
    { kind: "databaseNotStarted", cause: "edition", database: "Stock", databaseId: null },
  ),
  line(
    "The database 'Archive' cannot be opened because it is version 957. This server supports version 904 and earlier. A downgrade path is not supported.",
    { kind: "databaseNotStarted", cause: "version", database: "Archive", databaseId: null },
  ),
  line(
    "Database 'model' cannot be opened due to inaccessible files or insufficient memory or disk space.  See the SQL Server errorlog for details.",
    { kind: "databaseNotStarted", cause: "files", database: "model", databaseId: null },
  ),
  line(
    "Database 'Orders' cannot be opened. It has been marked SUSPECT by recovery. See the SQL Server errorlog for more information.",
    { kind: "databaseNotStarted", cause: "recovery", database: "Orders", databaseId: null },
  ),
  line(
    "An error occurred during recovery, preventing the database 'Orders' (5:0) from restarting. Diagnose the recovery errors and fix them, or restore from a known good backup.",
    { kind: "databaseNotStarted", cause: "recovery", database: "Orders", databaseId: null },
  ),
  lineOfError(
    3414,
    "Bei der Wiederherstellung der Datenbank 'Orders' ist ein Fehler aufgetreten.",
    {
      kind: "databaseNotStarted",
      cause: "recovery",
      database: "Orders",
      databaseId: null,
    },
  ),
  line(
    "SQL Server is terminating because of fatal exception c06d007e. This error may be caused by an unhandled Win32 or C++ exception, or by an access violation encountered during exception handling.",
    {
      kind: "exception",
      session: null,
      words: "fatal exception c06d007e",
    },
  ),
  unknown("ERROR: Unable to open the file."),
  unknown("Database 'Sales' cannot be used."),
  unknown("SQL Server shutdown is not allowed."),
  unknown("Server startup took long."),
];
