import { line, lineOfError, unknown } from "./line.ts";

const memoryLines = [
  line(
    "A significant part of sql server process memory has been paged out. This may result in a performance degradation. Duration: 328 seconds. Working set (KB): 66660, committed (KB): 6512536, memory utilization: 1%.",
    {
      kind: "memoryPagedOut",
      durationSeconds: 328,
      workingSetKilobytes: 66_660,
      committedKilobytes: 6_512_536,
    },
  ),
  line("There is insufficient system memory to run this query.", {
    kind: "memoryExhausted",
    pool: null,
  }),
  line("There is insufficient system memory in resource pool 'internal' to run this query.", {
    kind: "memoryExhausted",
    pool: "internal",
  }),
  line("There is insufficient memory available in the buffer pool.", {
    kind: "memoryExhausted",
    pool: null,
  }),
  line("Failed allocate pages: FAIL_PAGE_ALLOCATION 1", { kind: "memoryExhausted", pool: null }),
  line(" Failed Virtual Allocate Bytes: FAIL_VIRTUAL_RESERVE 524288", {
    kind: "memoryExhausted",
    pool: null,
  }),
  lineOfError(701, "Für diese Abfrage ist nicht genügend Arbeitsspeicher verfügbar.", {
    kind: "memoryExhausted",
    pool: null,
  }),
  line(
    "SQL Server has encountered 1 occurrence(s) of cachestore flush for the 'SQL Plans' cachestore (part of plan cache) due to some database maintenance or reconfigure operations.",
    { kind: "cacheFlushed", occurrences: 1, store: "SQL Plans" },
  ),
  line(
    "SQL Server has encountered 4 occurrence(s) of cachestore flush for the 'Bound Trees' cachestore (part of plan cache) due to 'DBCC FREEPROCCACHE' or 'DBCC FREESYSTEMCACHE' operations.",
    { kind: "cacheFlushed", occurrences: 4, store: "Bound Trees" },
  ),
  line(
    "Process 0:0:0 (0x1a2c) Worker 0x000000000A5D01A0 appears to be non-yielding on Scheduler 3. Thread creation time: 12934567890123. Approx Thread CPU Used: kernel 0 ms, user 70000 ms. Process Utilization 12%. System Idle 87%. Interval: 70000 ms.",
    { kind: "nonYielding", part: "worker", scheduler: 3 },
  ),
  line(
    "Resource Monitor (0x9b0) Worker 0x0000000003A2C1C0 appears to be non-yielding on Node 0. Memory freed: 0 KB. Approx CPU Used: kernel 0 ms, user 0 ms, Interval: 65000.",
    { kind: "nonYielding", part: "resourceMonitor", scheduler: null },
  ),
  line(
    "IO Completion Listener (0x1ac8) Worker 0x00000000034581A0 appears to be non-yielding on Node 1. Approx CPU Used: kernel 15 ms, user 0 ms, Interval: 15000.",
    { kind: "nonYielding", part: "ioCompletion", scheduler: null },
  ),
  line(
    "SQL Server failed with error code 0xc0000000 to spawn a thread to process a new login or connection. Check the SQL Server error log and the Windows event logs for information about possible related problems. [CLIENT: 10.0.0.7]",
    { kind: "noThread", wantedBy: "connection" },
  ),
  line(
    "SQL Server was unable to run a new system task, either because there is insufficient memory or the number of configured sessions exceeds the maximum allowed in the server. Verify that the server has adequate memory.",
    { kind: "noThread", wantedBy: "systemTask" },
  ),
  lineOfError(17_300, "Ein neuer Systemtask konnte nicht gestartet werden.", {
    kind: "noThread",
    wantedBy: "systemTask",
  }),
  line(
    'New queries assigned to process on Node 0 have not been picked up by a worker thread in the last 60 seconds. Blocking or long-running queries can contribute to this condition, and may degrade client response time. Use the "max worker threads" configuration option to increase number of allowable threads, or optimize current running queries. SQL Process Utilization: 0%. System Idle: 97%.',
    { kind: "deadlockedSchedulers", seconds: 60 },
  ),
  line(
    "All schedulers on Node 0 appear deadlocked due to a large number of worker threads waiting on LCK_M_S. Process Utilization 0%.",
    { kind: "deadlockedSchedulers", seconds: null },
  ),
  lineOfError(17884, "Neue Abfragen wurden nicht angenommen.", {
    kind: "deadlockedSchedulers",
    seconds: null,
  }),
  unknown("A significant part of the log was truncated."),
  unknown("There is insufficient disk space."),
  unknown("Process 51 was killed."),
  unknown("New queries are welcome."),
  unknown("All schedulers on Node 0 are online."),
];

const logonLines = [
  line("Login failed for user 'sa'. [CLIENT: 10.0.0.7]", {
    kind: "logonFailed",
    account: "sa",
    reason: null,
    client: "10.0.0.7",
  }),
  line(
    "Login failed for user 'CONTOSO\\app'. Reason: Password did not match that for the login provided. [CLIENT: <local machine>]",
    {
      kind: "logonFailed",
      account: "CONTOSO\\app",
      reason: "Password did not match that for the login provided.",
      client: "<local machine>",
    },
  ),
  line(
    "Login failed for user 'o'brien'. Reason: Failed to open the explicitly specified database 'Sales'. [CLIENT: fe80::1%4]",
    {
      kind: "logonFailed",
      account: "o'brien",
      reason: "Failed to open the explicitly specified database 'Sales'.",
      client: "fe80::1%4",
    },
  ),
  line(
    "Login failed for user ''. The user is not associated with a trusted SQL Server connection. [CLIENT: 10.0.0.7]",
    {
      kind: "logonFailed",
      account: "",
      reason: "The user is not associated with a trusted SQL Server connection.",
      client: "10.0.0.7",
    },
  ),
  line(
    "Login failed. The login is from an untrusted domain and cannot be used with Integrated authentication. [CLIENT: 10.0.0.7]",
    {
      kind: "logonFailed",
      account: "",
      reason:
        "The login is from an untrusted domain and cannot be used with Integrated authentication.",
      client: "10.0.0.7",
    },
  ),
  line(
    "Login failed for user 'app' because the account is currently locked out. The system administrator can unlock it. [CLIENT: 10.0.0.7]",
    {
      kind: "logonFailed",
      account: "app",
      reason:
        "because the account is currently locked out. The system administrator can unlock it.",
      client: "10.0.0.7",
    },
  ),
  line("Login failed for user 'sa'", {
    kind: "logonFailed",
    account: "sa",
    reason: null,
    client: null,
  }),
  lineOfError(
    18456,
    "Fehler bei der Anmeldung für den Benutzer 'sa'. Ursache: Kennwort falsch. [CLIENT: 10.0.0.7]",
    { kind: "logonFailed", account: "sa", reason: null, client: "10.0.0.7" },
  ),
  lineOfError(18456, "Échec de la connexion pour l'utilisateur 'sa'. [CLIENT : ::1]", {
    kind: "logonFailed",
    account: "sa",
    reason: null,
    client: "::1",
  }),
  lineOfError(18456, "用户 'sa' 登录失败。 [客户端: 10.0.0.7]", {
    kind: "logonFailed",
    account: "sa",
    reason: null,
    client: "10.0.0.7",
  }),
  lineOfError(
    18456,
    'Ошибка входа пользователя "sa". Причина: пароль не подошел. [КЛИЕНТ: 10.0.0.7].',
    {
      kind: "logonFailed",
      account: "sa",
      reason: null,
      client: "10.0.0.7",
    },
  ),
  lineOfError(
    18456,
    "'sa' kullanıcısı için oturum açılamadı. [İSTEMCİ: fe80::1%4]\r\nForceFlush is on.",
    {
      kind: "logonFailed",
      account: "sa",
      reason: null,
      client: "fe80::1%4",
    },
  ),
  lineOfError(18456, "用户 'sa' 登录失败。 ［客户端：<local machine>］。", {
    kind: "logonFailed",
    account: "sa",
    reason: null,
    client: "<local machine>",
  }),
  lineOfError(18456, "???", { kind: "logonFailed", account: "", reason: null, client: null }),
  line(
    "Login succeeded for user 'CONTOSO\\dba'. Connection made using Windows authentication. [CLIENT: <named pipe>]",
    { kind: "logonSucceeded", account: "CONTOSO\\dba", client: "<named pipe>" },
  ),
  line("Login succeeded for user 'CONTOSO\\dba'. Connection: trusted. [CLIENT: 10.0.0.7]", {
    kind: "logonSucceeded",
    account: "CONTOSO\\dba",
    client: "10.0.0.7",
  }),
  unknown("Login to the remote server timed out."),
  unknown("Login failed for user 'broken"),
  unknown("Login succeeded for user 'broken"),
  unknown("Logon trigger was disabled."),
];

const configurationLines = [
  line(
    "Configuration option 'max server memory (MB)' changed from 2147483647 to 8192. Run the RECONFIGURE statement to install.",
    {
      kind: "configurationChanged",
      option: "max server memory (MB)",
      from: "2147483647",
      to: "8192",
    },
  ),
  line("Setting database option READ_COMMITTED_SNAPSHOT to ON for database Sales.", {
    kind: "databaseOption",
    option: "READ_COMMITTED_SNAPSHOT",
    value: "ON",
    database: "Sales",
  }),
  line("Setting database option RECOVERY to FULL for database 'Sales'.", {
    kind: "databaseOption",
    option: "RECOVERY",
    value: "FULL",
    database: "Sales",
  }),
  line(
    "DBCC TRACEON 3604, server process ID (SPID) 55. This is an informational message only; no user action is required.",
    { kind: "traceFlags", flags: [3604], on: true, session: 55 },
  ),
  line(
    "DBCC TRACEOFF 3004, 3014, server process ID (SPID) 55. This is an informational message only; no user action is required.",
    { kind: "traceFlags", flags: [3004, 3014], on: false, session: 55 },
  ),
  unknown("Configuration option 'show advanced options' was read."),
  unknown("Setting database options is not allowed."),
  unknown("DBCC TRACESTATUS was executed."),
];

const dumpLine = { kind: "dumpLine", isProof: false, isUnwritten: false } as const;

const dumpLines = [
  line("***Stack Dump being sent to D:\\Log\\SQLDump0007.txt", {
    kind: "stackDump",
    path: "D:\\Log\\SQLDump0007.txt",
  }),
  line("Using 'dbghelp.dll' version '4.0.5'", { kind: "debugHelp" }),
  line("CImageHelper::Init () Version of dbghelp.dll is 10.0.", { kind: "debugHelp" }),
  line("**Dump thread - spid = 0, EC = 0x00000000855F5EB0", dumpLine),
  line(
    "* *******************************************************************************",
    dumpLine,
  ),
  line("*", dumpLine),
  line("* BEGIN STACK DUMP:", { ...dumpLine, isProof: true }),
  line("*   11/22/22 12:04:58 spid 1", dumpLine),
  line("00007FFBA0C81791 Module(ntdll+0000000000051791)", dumpLine),
  line("77E5BEF7 Module(kernel32+0001BEF7) (RaiseException+0000003C)", dumpLine),
  line("Stack Signature for the dump is 0x00000000D3AC1708", { ...dumpLine, isProof: true }),
  line(
    "External dump process return code 0x20000001.  External dump process returned no errors.",
    dumpLine,
  ),
  line(
    "SqlDumpExceptionHandler: Process 51 generated fatal exception c0000005 EXCEPTION_ACCESS_VIOLATION. SQL Server is terminating this process.",
    { kind: "exception", session: 51, words: "c0000005 EXCEPTION_ACCESS_VIOLATION" },
  ),
  line(
    "SQL Server Assertion: File: <recovery.cpp>, line=2139 Failed Assertion = 'lck_sufficient (lckMode, LCK_M_IX)'. This error may be timing-related.",
    {
      kind: "exception",
      session: null,
      words:
        "File: <recovery.cpp>, line=2139 Failed Assertion = 'lck_sufficient (lckMode, LCK_M_IX)'.",
    },
  ),
  line(
    "Unable to create stack dump file due to stack shortage (ex_terminator - Last chance exception handling)",
    { kind: "dumpLine", isProof: true, isUnwritten: true },
  ),
  line("***********", dumpLine),
  line("***Unable to get thread context for spid 0", dumpLine),
  unknown("**A line that somebody drew"),
  unknown("*** nightly load begins ***"),
  unknown("External tables are not supported."),
  unknown("DEADBEEF is no address of a frame."),
  unknown("SQL Server Assertion: none"),
];

const header = (text: string, number: number, severity: number, state: number) =>
  line(text, { kind: "errorHeader", number, severity, state });

const errorLines = [
  header("Error: 5128, Severity: 17, State: 2.", 5128, 17, 2),
  line(
    "Error: 18056, Severity: 20, State: 29. (Params:). The error is printed in terse mode because there was error during formatting. Tracing, ETW, notifications etc are skipped.",
    { kind: "errorHeader", number: 18_056, severity: 20, state: 29 },
  ),
  header("Fehler: 18456, Schweregrad: 14, Status: 38.", 18_456, 14, 38),
  ...[
    "Msg 1823, Level 16, State 2, Line 3",
    "Msg 1823, Niveau 16, État 2, Serveur SRV01, Ligne 3",
    "Meldung 1823, Ebene 16, Status 2, Zeile 3",
    "Сообщение 1823, уровень 16, состояние 2, строка 3",
    "メッセージ 1823、レベル 16、状態 2、行 3",
  ].map((text) => header(text, 1823, 16, 2)),
  unknown("Msg 1823, Level 16"),
  unknown("Message 5 of 7, sent at 10, received at 12"),
  header("Erreur : 18456, Gravité : 14, État : 8.", 18_456, 14, 8),
  header("Error: 18456, gravedad: 14, estado: 38.", 18_456, 14, 38),
  header("Errore: 18456, gravità: 14, stato: 5.", 18_456, 14, 5),
  header("Erro: 18456, Gravidade: 14, Estado: 5.", 18_456, 14, 5),
  header("Błąd: 18456, ważność: 14, stan: 8.", 18_456, 14, 8),
  header("Hata: 18456, Önem Derecesi: 14, Durum: 8.", 18_456, 14, 8),
  header("Ошибка: 18456, серьезность: 14, состояние: 38.", 18_456, 14, 38),
  header("エラー: 18456、重大度: 14、状態: 38。", 18_456, 14, 38),
  header("错误: 18456，严重性: 14，状态: 38。", 18_456, 14, 38),
  header("錯誤: 18456，嚴重性: 14，狀態: 38。", 18_456, 14, 38),
  header("오류: 18456, 심각도: 14, 상태: 38.", 18_456, 14, 38),
  lineOfError(208, "Invalid object name 'dbo.Missing'.", { kind: "errorText" }),
  unknown("Error: the service could not be started."),
  unknown("Error: 5128"),
  unknown("Error: 5128, Severity: high, State: 2."),
  unknown("Errors were found."),
  unknown("错误的用户名"),
  unknown(""),
  unknown("x"),
];

export const sessionLines = [
  ...memoryLines,
  ...logonLines,
  ...configurationLines,
  ...dumpLines,
  ...errorLines,
];
