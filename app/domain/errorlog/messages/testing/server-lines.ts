import { line, unknown } from "./line.ts";

const informational = "This is an informational message only. No user action is required.";

export const serverLines = [
  line(
    "Microsoft SQL Server 2005 - 9.00.3042.00 (Intel X86) \n\tFeb  9 2007 22:47:07 \n\tCopyright (c) 1988-2005 Microsoft Corporation\n\tEnterprise Edition on Windows NT 5.2 (Build 3790: Service Pack 2)",
    {
      kind: "serverBanner",
      product: "Microsoft SQL Server 2005",
      build: "9.00.3042.00",
      edition: "Enterprise Edition",
      platform: "Windows NT 5.2 (Build 3790: Service Pack 2)",
    },
  ),
  line(
    "Microsoft SQL Server 2008 R2 (SP2) - 10.50.4000.0 (X64) \r\n\tJun 28 2012 08:36:30 \r\n\tCopyright (c) Microsoft Corporation\r\n\tStandard Edition (64-bit) on Windows NT 6.1 <X64> (Build 7601: Service Pack 1)",
    {
      kind: "serverBanner",
      product: "Microsoft SQL Server 2008 R2 (SP2)",
      build: "10.50.4000.0",
      edition: "Standard Edition (64-bit)",
      platform: "Windows NT 6.1 <X64> (Build 7601: Service Pack 1)",
    },
  ),
  line(
    "Microsoft SQL Server 2019 (RTM-CU15) (KB5008996) - 15.0.4198.2 (X64) \n\tJan 12 2022 22:30:08 \n\tCopyright (C) 2019 Microsoft Corporation\n\tEnterprise Edition: Core-based Licensing (64-bit) on Windows Server 2019 Standard 10.0 <X64> (Build 17763: ) (Hypervisor)",
    {
      kind: "serverBanner",
      product: "Microsoft SQL Server 2019 (RTM-CU15)",
      build: "15.0.4198.2",
      edition: "Enterprise Edition: Core-based Licensing (64-bit)",
      platform: "Windows Server 2019 Standard 10.0 <X64> (Build 17763: ) (Hypervisor)",
    },
  ),
  line(
    "Microsoft SQL Server 2017 (RTM-CU4) (KB4056498) - 14.0.3022.28 (X64)\n        Feb  9 2018 19:39:09\n        Copyright (C) 2017 Microsoft Corporation\n        Express Edition (64-bit) on Linux (Ubuntu 16.04.3 LTS)",
    {
      kind: "serverBanner",
      product: "Microsoft SQL Server 2017 (RTM-CU4)",
      build: "14.0.3022.28",
      edition: "Express Edition (64-bit)",
      platform: "Linux (Ubuntu 16.04.3 LTS)",
    },
  ),
  // An export puts it on one line.
  line(
    "Microsoft SQL Server 2014 (SP3) (KB4022619) - 12.0.6024.0 (X64)   Sep  7 2018 01:37:51   Copyright (c) Microsoft Corporation  Developer Edition (64-bit) on Windows NT 6.3 <X64> (Build 9600: )",
    {
      kind: "serverBanner",
      product: "Microsoft SQL Server 2014 (SP3)",
      build: "12.0.6024.0",
      edition: "Developer Edition (64-bit)",
      platform: "Windows NT 6.3 <X64> (Build 9600: )",
    },
  ),
  // Cut off after its first line.
  line("Microsoft SQL Server 2025 (RTM) - 17.0.1000.7 (X64) ", {
    kind: "serverBanner",
    product: "Microsoft SQL Server 2025 (RTM)",
    build: "17.0.1000.7",
    edition: null,
    platform: null,
  }),
  line("UTC adjustment: 2:00", { kind: "utcAdjustment", minutes: 120 }),
  line("UTC adjustment: -3:30", { kind: "utcAdjustment", minutes: -210 }),
  line("UTC adjustment: 0:00", { kind: "utcAdjustment", minutes: 0 }),
  line(`Server name is 'SQLPROD01\\REPORTING'. ${informational}`, {
    kind: "serverName",
    host: "SQLPROD01\\REPORTING",
  }),
  line("Server process ID is 4120.", { kind: "serverProcess", pid: 4120 }),
  line(
    "Registry startup parameters: \r\n\t -d D:\\Data\\master.mdf\r\n\t -e D:\\Log\\ERRORLOG\r\n\t -l D:\\Data\\mastlog.ldf\r\n\t -T 1222\r\n\t -T 3605",
    {
      kind: "startupParameters",
      parameters: [
        "-d D:\\Data\\master.mdf",
        "-e D:\\Log\\ERRORLOG",
        "-l D:\\Data\\mastlog.ldf",
        "-T 1222",
        "-T 3605",
      ],
    },
  ),
  line('Command Line Startup Parameters:\n\t -s "MSSQLSERVER"', {
    kind: "startupParameters",
    parameters: ['-s "MSSQLSERVER"'],
  }),
  // Before 2008 each parameter is a record.
  line("\t -T 3604", { kind: "startupParameters", parameters: ["-T 3604"] }),
  line("-d C:\\Data\\master.mdf", {
    kind: "startupParameters",
    parameters: ["-d C:\\Data\\master.mdf"],
  }),
  line(
    "SQL Server detected 2 sockets with 8 cores per socket and 16 logical processors per socket, 32 total logical processors; using 20 logical processors based on SQL Server licensing. This is an informational message; no user action is required.",
    { kind: "processorsDetected", sockets: 2, logicalProcessors: 32 },
  ),
  line("Detected 8 CPUs. This is an informational message; no user action is required.", {
    kind: "processorsDetected",
    sockets: null,
    logicalProcessors: 8,
  }),
  line("Detected 65535 MB of RAM. This is an informational message; no user action is required.", {
    kind: "memoryDetected",
    megabytes: 65_535,
  }),
  line(
    "Detected 15791 MB of RAM, 13524 MB of available memory, 13524 MB of available page file. This is an informational message; no user action is required.",
    { kind: "memoryDetected", megabytes: 15_791 },
  ),
  line(
    "SQL Server is now ready for client connections. This is an informational message; no user action is required.",
    { kind: "serverReady" },
  ),
  line(`SQL Server is terminating because of a system shutdown. ${informational}`, {
    kind: "serverStopping",
    reason: "a system shutdown",
  }),
  line(
    `SQL Server is terminating in response to a 'stop' request from Service Control Manager. ${informational}`,
    { kind: "serverStopping", reason: "a 'stop' request from Service Control Manager" },
  ),
  line("SQL Server is terminating due to 'stop' request from Service Control Manager.", {
    kind: "serverStopping",
    reason: "'stop' request from Service Control Manager",
  }),
  line(`SQL Server shutdown due to Ctrl-C or Ctrl-Break signal. ${informational}`, {
    kind: "serverStopping",
    reason: "Ctrl-C or Ctrl-Break signal",
  }),
  line("Server shut down by request from login CONTOSO\\dba.", {
    kind: "serverStopping",
    reason: "request from login CONTOSO\\dba",
  }),
  line("The error log has been reinitialized. See the previous log for older entries.", {
    kind: "logCycled",
  }),
  line(
    "Attempting to cycle error log. This is an informational message only; no user action is required.",
    { kind: "logCycled" },
  ),
  unknown("Microsoft SQL Server service started."),
  unknown(
    "Server local connection provider is ready to accept connection on [ \\\\.\\pipe\\sql ].",
  ),
  unknown("SQL Server is terminating this process."),
  unknown("SQL Server is starting at normal priority base (=7)."),
  unknown("SQL Server is not ready to accept new client connections."),
  unknown("Detected incompatible CPU"),
  unknown("-- a comment of a script"),
  unknown("The error log has been configured."),
];
