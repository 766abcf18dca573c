import { line, lineOfError, unknown } from "./line.ts";

const resume =
  "To resume data movement on the database, you will need to resume the database manually. For information about how to resume an availability database, see SQL Server Books Online.";

export const availabilityLines = [
  line(
    "The lease between availability group 'AG1' and the Windows Server Failover Cluster has expired. A connectivity issue occurred between the instance of SQL Server and the Windows Server Failover Cluster.",
    { kind: "leaseExpired", group: "AG1" },
  ),
  line(
    "Windows Server Failover Cluster did not receive a process event signal from SQL Server hosting availability group 'AG1' within the lease timeout period.",
    { kind: "leaseExpired", group: "AG1" },
  ),
  line(
    "SQL Server hosting availability group 'AG1' did not receive a process event signal from the Windows Server Failover Cluster within the lease timeout period.",
    { kind: "leaseExpired", group: "AG1" },
  ),
  line(
    "The renewal of the lease between availability group 'AG1' and the Windows Server Failover Cluster failed because the existing lease is no longer valid.",
    { kind: "leaseExpired", group: "AG1" },
  ),
  line(
    "The state of the local availability replica in availability group 'AG1' has changed from 'PRIMARY_NORMAL' to 'RESOLVING_NORMAL'.  The state changed because the lease between the local availability replica and Windows Server Failover Clustering (WSFC) has expired.  For more information, see the SQL Server error log or cluster log.",
    {
      kind: "replicaStateChanged",
      group: "AG1",
      from: "PRIMARY_NORMAL",
      to: "RESOLVING_NORMAL",
      reason:
        "the lease between the local availability replica and Windows Server Failover Clustering (WSFC) has expired",
    },
  ),
  line(
    "The state of the local availability replica in availability group 'AG1' has changed from 'RESOLVING_NORMAL' to 'SECONDARY_NORMAL'",
    {
      kind: "replicaStateChanged",
      group: "AG1",
      from: "RESOLVING_NORMAL",
      to: "SECONDARY_NORMAL",
      reason: null,
    },
  ),
  line(
    'The availability group database "Sales" is changing roles from "PRIMARY" to "RESOLVING" because the mirroring session or availability group failed over due to role synchronization. This is an informational message only. No user action is required.',
    { kind: "databaseRoleChanged", database: "Sales", from: "PRIMARY", to: "RESOLVING" },
  ),
  line(
    'The mirrored database "Sales" is changing roles from "PRINCIPAL" to "MIRROR" due to Failover from partner.',
    { kind: "databaseRoleChanged", database: "Sales", from: "PRINCIPAL", to: "MIRROR" },
  ),
  line(
    "A connection timeout has occurred on a previously established connection to availability replica 'SQLPROD02' with id [17116239-4815-4B9B-8097-26F68DED0653].  Either a networking or a firewall issue exists or the availability replica has transitioned to the resolving role.",
    { kind: "replicaConnectionLost", replica: "SQLPROD02", number: 35_206 },
  ),
  line(
    "A connection timeout has occurred while attempting to establish a connection to availability replica 'SQLPROD02' with id [17116239-4815-4B9B-8097-26F68DED0653]. Either a networking or firewall issue exists, or the endpoint address provided for the replica is not the database mirroring endpoint of the host server instance.",
    { kind: "replicaConnectionLost", replica: "SQLPROD02", number: 35_201 },
  ),
  line(
    `Always On Availability Groups data movement for database 'Sales' has been suspended for the following reason: "system" (Source ID 2; Source string: 'SUSPEND_FROM_REDO'). ${resume}`,
    {
      kind: "dataMovement",
      database: "Sales",
      suspended: true,
      reason: "system",
      origin: "SUSPEND_FROM_REDO",
    },
  ),
  line(
    "AlwaysOn Availability Groups data movement for database 'Sales' has been resumed. This is an informational message only. No user action is required.",
    { kind: "dataMovement", database: "Sales", suspended: false, reason: null, origin: null },
  ),
  unknown("The lease of the car has expired."),
  unknown("Always On Availability Groups data movement is not allowed."),
  unknown("A connection timeout has occurred somewhere."),
  unknown("The state of the local availability replica in availability group 'AG1' is good."),
];

export const deadlockLines = [
  line("Deadlock encountered .... Printing deadlock information", {
    kind: "deadlock",
    flag: 1204,
  }),
  line("deadlock-list", { kind: "deadlock", flag: 1222 }),
  line(
    "   keylock hobtid=72057594057457664 dbid=6 objectname=Sales.dbo.Orders indexname=PK_Orders id=lock31f8d40 mode=X associatedObjectId=72057594057457664",
    {
      kind: "deadlockResource",
      lock: "keylock",
      object: "Sales.dbo.Orders",
      index: "PK_Orders",
    },
  ),
  line(
    "objectlock lockPartition=0 objid=5 subresource=FULL dbid=6 objectname=Sales.dbo.Stock id=lock3 mode=IX",
    {
      kind: "deadlockResource",
      lock: "objectlock",
      object: "Sales.dbo.Stock",
      index: null,
    },
  ),
  unknown("deadlock-list of the week"),
  unknown("keylock is a word."),
];

export const fileFailureLines = [
  line(
    "FCB::Open failed: Could not open file D:\\Data\\model.mdf for file number 1.  OS error: 3(The system cannot find the path specified.).",
    {
      kind: "fileNotOpened",
      file: "D:\\Data\\model.mdf",
      osError: 3,
      osText: "The system cannot find the path specified.",
    },
  ),
  line(
    "FileMgr::StartLogFiles: Operating system error 2(The system cannot find the file specified.) occurred while creating or opening file 'L:\\Log\\Sales.ldf'. Diagnose and correct the operating system error, and retry the operation.",
    {
      kind: "fileNotOpened",
      file: "L:\\Log\\Sales.ldf",
      osError: 2,
      osText: "The system cannot find the file specified.",
    },
  ),
  line(
    'Unable to open the physical file "D:\\Data\\Sales.mdf". Operating system error 5: "5(Access is denied.)".',
    {
      kind: "fileNotOpened",
      file: "D:\\Data\\Sales.mdf",
      osError: 5,
      osText: "Access is denied.",
    },
  ),
  line(
    "CREATE FILE encountered operating system error 3(The system cannot find the path specified.) while attempting to open or create the physical file 'D:\\Data\\tempdb.mdf'.",
    {
      kind: "fileNotOpened",
      file: "D:\\Data\\tempdb.mdf",
      osError: 3,
      osText: "The system cannot find the path specified.",
    },
  ),
  lineOfError(5120, "Die physische Datei konnte nicht geöffnet werden.", { kind: "errorText" }),
  unknown("FCB::Open failed."),
  unknown("Unable to open the physical file of the archive."),
];
