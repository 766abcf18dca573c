import { always, type Recogniser, says, text, textOrNull } from "./recogniser.ts";

export type AvailabilityMessage =
  /** 19407, 19419, 19421, 19422: server and cluster did not hear of each other in time. */
  | { readonly kind: "leaseExpired"; readonly group: string }
  /** 19406. */
  | {
      readonly kind: "replicaStateChanged";
      readonly group: string;
      /** "PRIMARY_NORMAL", "RESOLVING_NORMAL", ... */
      readonly from: string;
      readonly to: string;
      readonly reason: string | null;
    }
  /** 1480: of an availability group or of database mirroring. */
  | {
      readonly kind: "databaseRoleChanged";
      readonly database: string;
      /** "PRIMARY", "RESOLVING", "PRINCIPAL", ... */
      readonly from: string;
      readonly to: string;
    }
  /** 35206, and 35201 where it was not to be had at all. */
  | { readonly kind: "replicaConnectionLost"; readonly replica: string; readonly number: number }
  /** 35264 and 35265. */
  | {
      readonly kind: "dataMovement";
      readonly database: string;
      readonly suspended: boolean;
      /** "user", "system", ...; null: it goes on. */
      readonly reason: string | null;
      /** "SUSPEND_FROM_REDO", ... */
      readonly origin: string | null;
    };

/** The product's name of the feature was one word before 2017. */
const dataMovement = "Always ?On Availability Groups data movement for database '{name}' has been ";
/** 19407, 19419, 19421 and 19422. */
const leases = [
  "The lease between availability group '{name}' and the Windows Server Failover Cluster has expired",
  "Windows Server Failover Cluster did not receive a process event signal from SQL Server hosting availability group '{name}'",
  "SQL Server hosting availability group '{name}' did not receive a process event signal",
  "The renewal of the lease between availability group '{name}' and the .{1,60}? failed",
];

export const availabilityRecognisers: readonly Recogniser[] = [
  ...leases.map((pattern) => says("leaseExpired", pattern, { group: text })),
  says(
    "replicaStateChanged",
    String.raw`The state of the local availability replica in availability group '{name}' has changed from '(\w{1,60})' to '(\w{1,60})'\.?(?:\s{1,4}The state changed because (.{1,400}?)\.(?:\s|$))?`,
    { group: text, from: text, to: text, reason: textOrNull },
  ),
  says(
    "databaseRoleChanged",
    String.raw`The (?:availability group|mirrored|mirroring|database mirroring) database "{name}" is changing roles from "(\w{1,40})" to "(\w{1,40})"`,
    { database: text, from: text, to: text },
  ),
  says(
    "replicaConnectionLost",
    "A connection timeout has occurred (on a previously established connection|while attempting to establish a connection) to availability replica '{name}'",
    { number: (how) => (text(how).startsWith("on") ? 35_206 : 35_201), replica: text },
  ),
  says(
    "dataMovement",
    String.raw`${dataMovement}suspended for the following reason: "(.{1,60}?)"(?: \(Source ID \d{1,6}; Source string: '(\w{1,60})'\))?`,
    { database: text, suspended: always(true), reason: text, origin: textOrNull },
  ),
  says("dataMovement", `${dataMovement}resumed`, {
    database: text,
    suspended: always(false),
    reason: always(null),
    origin: always(null),
  }),
];
