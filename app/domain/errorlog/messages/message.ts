/**
 * What a record of an ERRORLOG means. One recogniser makes each kind; the union is in groups as the
 * recognisers are. Sizes, durations and counts have the units of their names; LSNs are texts as the
 * product prints them; a field is null where some generation of the product does not print it.
 */
import type { AvailabilityMessage } from "./availability.ts";
import type { BackupMessage } from "./backup.ts";
import type { CheckpointMessage } from "./checkpoint.ts";
import type { ClusterMessage } from "./cluster.ts";
import type { ConfigurationMessage } from "./configuration.ts";
import type { DeadlockMessage } from "./deadlock.ts";
import type { DumpMessage } from "./dump.ts";
import type { ErrorMessage } from "./error.ts";
import type { FileFailureMessage } from "./file-failure.ts";
import type { IntegrityMessage } from "./integrity.ts";
import type { IoMessage } from "./io.ts";
import type { LogonMessage } from "./logon.ts";
import type { MeasuringMessage } from "./measuring.ts";
import type { MemoryMessage } from "./memory.ts";
import type { RecoveryMessage } from "./recovery.ts";
import type { ServerMessage } from "./server.ts";
import type { SnapshotMessage } from "./snapshot.ts";
import type { SpaceMessage } from "./space.ts";
import type { StartFailureMessage } from "./start-failure.ts";

export type Message =
  | ServerMessage
  | StartFailureMessage
  | RecoveryMessage
  | CheckpointMessage
  | SnapshotMessage
  | IntegrityMessage
  | IoMessage
  | MeasuringMessage
  | FileFailureMessage
  | BackupMessage
  | SpaceMessage
  | MemoryMessage
  | LogonMessage
  | AvailabilityMessage
  | ClusterMessage
  | DeadlockMessage
  | ConfigurationMessage
  | DumpMessage
  | ErrorMessage;

export type MessageKind = Message["kind"];
