import { line, lineOfError, unknown } from "./line.ts";

const offline = (feature: string, because: string) =>
  `${feature}: The availability replica manager is going offline because ${because}. This is an informational message only. No user action is required.`;
const gone = { kind: "clusterFailed", what: "quorum", group: null, number: null } as const;
const failedGroup = (number: number, text: string) =>
  lineOfError(number, text, { kind: "clusterFailed", what: "replica", group: "AG1", number });
const failedCall = (number: number, text: string) =>
  lineOfError(number, text, { kind: "clusterFailed", what: "call", group: null, number });
const closed = (number: number, text: string) =>
  lineOfError(number, text, { kind: "databaseClosed", database: "Sales", number });
const disabled = (number: number, text: string) =>
  lineOfError(number, text, { kind: "countersDisabled", number });
const node = "the local Windows Server Failover Clustering (WSFC) node has lost quorum";
const failed =
  "The local availability replica of availability group 'AG1' is in a failed state.  The replica failed to read or update the persisted configuration data (SQL Server error: 41034).";

export const clusterLines = [
  line(offline("Always On", node), gone),
  line(offline("AlwaysOn", node), gone),
  unknown(offline("Always On", "SQL Server is shutting down")),
  line(failed, failedGroup(41_144, failed).means),
  failedGroup(
    41_144,
    "Das lokale Verfügbarkeitsreplikat der Verfügbarkeitsgruppe 'AG1' befindet sich im Fehlerzustand.",
  ),
  failedGroup(
    41_143,
    "Cannot process the operation.  The local replica of availability Group 'AG1' is in a failed state.",
  ),
  failedGroup(
    41_161,
    "Failed to validate the Cyclic Redundancy Check (CRC) of the configuration of availability group 'AG1'.",
  ),
  failedCall(
    41_005,
    "Failed to obtain the Windows Server Failover Clustering (WSFC) resource handle for cluster resource with name or ID 'x' (Error code 5007).",
  ),
  failedCall(
    41_022,
    "Failed to create a Windows Server Failover Clustering (WSFC) notification port with notification filter 778567686 and notification key 3 (Error code 5073).",
  ),
  closed(
    976,
    "The target database, 'Sales', is participating in an availability group and is currently not accessible for queries.",
  ),
  closed(
    983,
    "Unable to access availability database 'Sales' because the database replica is not in the PRIMARY or SECONDARY role.",
  ),
  closed(988, "Auf die Datenbank 'Sales' kann nicht zugegriffen werden."),
];

const misaligned = "misaligned log IOs which required falling back to synchronous IO.";

export const measuringLines = [
  line(`There have been 256 ${misaligned}  The current IO is on file D:\\log\\Sales_log.ldf.`, {
    kind: "misalignedLogIo",
    writes: 256,
    file: "D:\\log\\Sales_log.ldf",
  }),
  line(`There have been 1024 ${misaligned}  The current IO is on file /data/a b.ldf.`, {
    kind: "misalignedLogIo",
    writes: 1024,
    file: "/data/a b.ldf",
  }),
  unknown("There have been 256 misaligned log IOs."),
  line("Long Sync IO: Scheduler 2 had 1 Sync IOs in nonpreemptive mode longer than 1000 ms", {
    kind: "longSyncIo",
    requests: 1,
    thresholdMs: 1000,
  }),
  unknown("Long Sync IO: Scheduler 2 had Sync IOs"),
  disabled(
    8310,
    "Cannot create (or open) named file mapping object 'x'. SQL Server performance counters are disabled.",
  ),
  disabled(
    3409,
    "Performance counter shared memory setup failed with error -1. Reinstall sqlctr.ini for this instance.",
  ),
  disabled(8319, "Das Kernelobjekt ist schon vorhanden."),
];
