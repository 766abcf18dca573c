import { line, lineOfError, unknown } from "./line.ts";

const offline = (because: string) =>
  `: The availability replica manager is going offline because ${because}. This is an informational message only. No user action is required.`;
const failedGroup = (number: number, group: string | null) =>
  ({ kind: "clusterFailed", what: "replica", group, number }) as const;
const failedCall = (number: number) =>
  ({ kind: "clusterFailed", what: "call", group: null, number }) as const;
const closed = (number: number) => ({ kind: "databaseClosed", database: "Sales", number }) as const;

export const clusterLines = [
  line(
    `Always On${offline("the local Windows Server Failover Clustering (WSFC) node has lost quorum")}`,
    { kind: "clusterFailed", what: "quorum", group: null, number: null },
  ),
  line(
    `AlwaysOn${offline("the local Windows Server Failover Clustering (WSFC) node has lost quorum")}`,
    { kind: "clusterFailed", what: "quorum", group: null, number: null },
  ),
  line(`Always On${offline("the local WSFC service has been stopped")}`, {
    kind: "clusterFailed",
    what: "service",
    group: null,
    number: null,
  }),
  unknown(`Always On${offline("SQL Server is shutting down")}`),
  line(
    "The local availability replica of availability group 'AG1' is in a failed state.  The replica failed to read or update the persisted configuration data (SQL Server error: 41034).",
    failedGroup(41_144, "AG1"),
  ),
  lineOfError(
    41_144,
    "Das lokale Verfügbarkeitsreplikat der Verfügbarkeitsgruppe 'AG1' befindet sich im Fehlerzustand.",
    failedGroup(41_144, "AG1"),
  ),
  lineOfError(
    41_143,
    "Cannot process the operation.  The local replica of availability Group 'AG1' is in a failed state.",
    failedGroup(41_143, "AG1"),
  ),
  lineOfError(
    41_161,
    "Failed to validate the Cyclic Redundancy Check (CRC) of the configuration of availability group 'AG1'.",
    failedGroup(41_161, "AG1"),
  ),
  lineOfError(
    41_005,
    "Failed to obtain the Windows Server Failover Clustering (WSFC) resource handle for cluster resource with name or ID 'x' (Error code 5007).",
    failedCall(41_005),
  ),
  lineOfError(
    41_022,
    "Failed to create a Windows Server Failover Clustering (WSFC) notification port with notification filter 778567686 and notification key 3 (Error code 5073).",
    failedCall(41_022),
  ),
  lineOfError(
    976,
    "The target database, 'Sales', is participating in an availability group and is currently not accessible for queries.",
    closed(976),
  ),
  lineOfError(
    983,
    "Unable to access availability database 'Sales' because the database replica is not in the PRIMARY or SECONDARY role.",
    closed(983),
  ),
  lineOfError(988, "Auf die Datenbank 'Sales' kann nicht zugegriffen werden.", closed(988)),
];

export const measuringLines = [
  line(
    "There have been 256 misaligned log IOs which required falling back to synchronous IO.  The current IO is on file D:\\log\\Sales_log.ldf.",
    { kind: "misalignedLogIo", writes: 256, file: "D:\\log\\Sales_log.ldf" },
  ),
  line(
    "There have been 1024 misaligned log IOs which required falling back to synchronous IO.  The current IO is on file /var/opt/mssql/data/a b.ldf.",
    { kind: "misalignedLogIo", writes: 1024, file: "/var/opt/mssql/data/a b.ldf" },
  ),
  unknown("There have been 256 misaligned log IOs."),
  line("Long Sync IO: Scheduler 2 had 1 Sync IOs in nonpreemptive mode longer than 1000 ms", {
    kind: "longSyncIo",
    requests: 1,
    thresholdMs: 1000,
  }),
  unknown("Long Sync IO: Scheduler 2 had Sync IOs"),
  lineOfError(
    8310,
    "Cannot create (or open) named file mapping object 'Global\\SQL_110_MEMOBJ_TEST'. SQL Server performance counters are disabled.",
    { kind: "countersDisabled", number: 8310 },
  ),
  lineOfError(
    3409,
    "Performance counter shared memory setup failed with error -1. Reinstall sqlctr.ini for this instance, and ensure that the instance login account has correct registry permissions.",
    { kind: "countersDisabled", number: 3409 },
  ),
  lineOfError(8319, "Das Kernelobjekt ist schon vorhanden.", {
    kind: "countersDisabled",
    number: 8319,
  }),
];
