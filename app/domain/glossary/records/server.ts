/** Help for records of the server itself: its start, its settings, its memory, who logs on. */
import type { AvailabilityMessage } from "../../errorlog/messages/availability.ts";
import type { ClusterMessage } from "../../errorlog/messages/cluster.ts";
import type { ConfigurationMessage } from "../../errorlog/messages/configuration.ts";
import type { DeadlockMessage } from "../../errorlog/messages/deadlock.ts";
import type { DumpMessage } from "../../errorlog/messages/dump.ts";
import type { LogonMessage } from "../../errorlog/messages/logon.ts";
import type { MemoryMessage } from "../../errorlog/messages/memory.ts";
import type { ServerMessage } from "../../errorlog/messages/server.ts";
import type { StartFailureMessage } from "../../errorlog/messages/start-failure.ts";
import { record, type TermsOf } from "./record.ts";

type Kind = (
  | ServerMessage
  | StartFailureMessage
  | MemoryMessage
  | LogonMessage
  | AvailabilityMessage
  | ClusterMessage
  | DeadlockMessage
  | ConfigurationMessage
  | DumpMessage
)["kind"];

export const serverTerms: TermsOf<Kind> = {
  serverBanner: record(
    "Server version",
    "The first record of a log: version, build and edition of the server, and what it runs on.",
    "Either the server started here, or its log was cycled; the records after it tell which.",
  ),
  utcAdjustment: record(
    "Offset from UTC",
    "How far the local time of the log is from UTC, as of the start (since 2012).",
    "Two logs with different offsets lie on either side of a change to or from summer time.",
  ),
  serverName: record(
    "Server name",
    "The name under which the server runs.",
    "Compare it with the host of a Perfmon file before reading the two together.",
  ),
  serverProcess: record(
    "Process",
    "Number of the operating system's process.",
    "Another number in the next log means that the server was restarted in between.",
  ),
  startupParameters: record(
    "Start-up parameters",
    "Files of master and of the log, and trace flags that are on from the start.",
    "Trace flags such as 3504 or 1810 decide which records a log can hold.",
  ),
  processorsDetected: record(
    "Processors",
    "Sockets and logical processors that the server found at its start.",
    "The edition's licence may let it use fewer than it found.",
  ),
  memoryDetected: record(
    "Memory",
    "How much memory the machine has.",
    "What the server may use of it is the setting max server memory.",
  ),
  clusterFailed: record(
    "Cluster failure",
    "The node of the cluster lost quorum, or the cluster does not answer; a replica may be in a failed state (messages 41000 to 41033, 41143, 41144, 41161).",
    "The availability groups of the server are offline until the node is back in its cluster.",
  ),
  databaseClosed: record(
    "Database of a group not accessible",
    "Somebody asked for a database of an availability group that may not be used on this replica now (messages 976, 983, 988).",
    "A few belong to a fail-over; many are connections that do not go to the listener.",
  ),
  serverReady: record(
    "Server ready",
    "The server accepts connections from here on.",
    "Databases may still be recovering; those cannot be used yet.",
  ),
  serverStopping: record(
    "Server stops",
    "The server ends, and why: a request of the service manager, a statement, the system's shutdown.",
    "A start without it in the log before means that the server was killed or crashed.",
  ),
  serverEnding: record(
    "Server ends",
    "The server's process ends itself: after a request to stop, or because it cannot go on.",
    "Without a request in the records before it, the last error there is why.",
  ),
  startFailed: record(
    "Start failed",
    "Something that the server needs to start was not available: its network, its files, a password.",
    "The first such record of a start is the cause; the others follow from it.",
  ),
  databaseNotStarted: record(
    "Database not started",
    "A database could not be brought up, and why, as far as the message tells.",
    "The records of the same session before it say more: files, recovery, edition.",
  ),
  logCycled: record(
    "Log cycled",
    "The log was closed and a new one begun without a restart.",
    "What happened before is in the log with the next higher number.",
  ),
  memoryPagedOut: record(
    "Memory paged out",
    "The operating system took memory away from the server's process (message 17890).",
    "Everything slows down until it is read back; lock pages in memory, or lower max server memory.",
  ),
  memoryExhausted: record(
    "Out of memory",
    "A statement or an allocation failed for want of memory (message 701 and failed allocations).",
    "The memory report that follows in the log shows which component holds it.",
  ),
  cacheFlushed: record(
    "Cache flushed",
    "A cache of plans was emptied, and how often.",
    "It follows changes of settings, restores and detaches; processor use rises until plans are made anew.",
  ),
  nonYielding: record(
    "Does not yield",
    "A worker, the resource monitor or the listener for completed I/O holds its scheduler and lets no other run (messages 17883, 17891, 17887).",
    "The stack dump beside it shows where it was; storage drivers are a frequent cause.",
  ),
  deadlockedSchedulers: record(
    "No worker free",
    "New requests find no worker: all are busy or wait (messages 17884 and 17888).",
    "Look for one blocker that many sessions wait for, or for storage that stands still.",
  ),
  noThread: record(
    "No thread",
    "A connection or a task of the server's own got no thread or session (messages 17189 and 17300).",
    "Memory is short, or max worker threads and user connections are used up; new users hang or are refused.",
  ),
  leaseExpired: record(
    "Lease expired",
    "The server and the failover cluster did not hear of each other in time (message 19407 and kin).",
    "The availability group goes offline or fails over; look for a stack dump, full processors or paging right before.",
  ),
  replicaStateChanged: record(
    "Replica changes state",
    "The local replica of an availability group went from one state to another, and why.",
    "From PRIMARY to RESOLVING nobody can use its databases, until a replica is PRIMARY again.",
  ),
  databaseRoleChanged: record(
    "Database changes role",
    "A database of an availability group or of mirroring changed its role.",
    "Each database of a group says so at a fail-over; transactions under way were rolled back.",
  ),
  replicaConnectionLost: record(
    "Replica not reached",
    "The connection to another replica timed out, or could not be made (messages 35206 and 35201).",
    "What is committed meanwhile is not on that replica; the log of the primary cannot be reused.",
  ),
  dataMovement: record(
    "Data movement",
    "Log records of a database stopped being sent to or applied on a replica, or go on.",
    "After the reason system it must be resumed by hand, once the cause is gone.",
  ),
  deadlock: record(
    "Deadlock",
    "The first line of a deadlock that trace flag 1204 or 1222 prints.",
    "The lines after it name the sessions, what each held and waited for, and the victim.",
  ),
  deadlockResource: record(
    "Locked object",
    "An object and index that sessions of a deadlock waited for.",
    "The same object in many deadlocks is where to look first.",
  ),
  logonFailed: record(
    "Logon failed",
    "Somebody could not log on; since 2008 the text says why.",
    "Many in a row from one address: a service still has an old password, or somebody is guessing passwords.",
  ),
  logonSucceeded: record(
    "Logon",
    "Somebody logged on; written only when the server audits successful logons.",
    "It shows who was connected just before something happened.",
  ),
  configurationChanged: record(
    "Setting changed",
    "A setting of the server was changed with sp_configure, from which value to which.",
    "Plan caches are flushed by many of them. The change counts from RECONFIGURE on.",
  ),
  databaseOption: record(
    "Database option",
    "An option of a database was set. READ_COMMITTED_SNAPSHOT is one: it is no database snapshot.",
    "Note changes of recovery model, page verification and availability beside other events.",
  ),
  traceFlags: record(
    "Trace flags",
    "Trace flags were switched on or off, and by which session.",
    "Flags 1810, 3400, 3502, 3504 and 3605 decide how much of a snapshot's creation is logged.",
  ),
  stackDump: record(
    "Stack dump",
    "The server writes a dump of its process to a file.",
    "Something went badly wrong here; the lines around it say what, the file is for support.",
  ),
  dumpLine: record(
    "Line of a dump",
    "Part of the report that goes with a stack dump.",
    "The line after BEGIN STACK DUMP names the reason.",
  ),
  debugHelp: record(
    "Debug library",
    "The library that reads stacks was loaded, and which version of it.",
    "By itself it means nothing: servers load it as they start. Before a dump it is the dump's first line.",
  ),
  exception: record(
    "Exception",
    "A session ran into a fault of the program or a failed check of its own.",
    "Look the address or the condition up in the fixes of later builds.",
  ),
};
