import { byPattern, group, name, optionalText, type Recogniser } from "./recogniser.ts";

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

const leases: readonly (readonly [start: string, pattern: RegExp, error: number])[] = [
  [
    "The lease between availability group '",
    new RegExp(
      `^The lease between availability group '${name}' and the Windows Server Failover Cluster has expired`,
    ),
    19_407,
  ],
  [
    "Windows Server Failover Cluster did not receive a process event signal",
    new RegExp(
      `^Windows Server Failover Cluster did not receive a process event signal from SQL Server hosting availability group '${name}'`,
    ),
    19_419,
  ],
  [
    "SQL Server hosting availability group '",
    new RegExp(
      `^SQL Server hosting availability group '${name}' did not receive a process event signal`,
    ),
    19_421,
  ],
  [
    "The renewal of the lease between availability group '",
    new RegExp(
      `^The renewal of the lease between availability group '${name}' and the .{1,60}? failed`,
    ),
    19_422,
  ],
];

/** The product's name of the feature was one word before 2017. */
const movementStarts = ["Always On Availability Groups data", "AlwaysOn Availability Groups data"];

export const availabilityRecognisers: readonly Recogniser[] = [
  ...leases.map(([start, pattern, error]) =>
    byPattern([start], pattern, (match) => ({ kind: "leaseExpired", group: group(match, 1) }), [
      error,
    ]),
  ),
  byPattern(
    ["The state of the local availability replica in availability group '"],
    new RegExp(
      String.raw`^The state of the local availability replica in availability group '${name}' has changed from '(\w{1,60})' to '(\w{1,60})'\.?(?:\s{1,4}The state changed because (.{1,400}?)\.(?:\s|$))?`,
    ),
    (match) => ({
      kind: "replicaStateChanged",
      group: group(match, 1),
      from: group(match, 2),
      to: group(match, 3),
      reason: optionalText(match, 4),
    }),
    [19_406],
  ),
  byPattern(
    [
      'The availability group database "',
      'The mirrored database "',
      'The mirroring database "',
      'The database mirroring database "',
    ],
    new RegExp(
      `^The (?:availability group|mirrored|mirroring|database mirroring) database "${name}" is changing roles from "(\\w{1,40})" to "(\\w{1,40})"`,
    ),
    (match) => ({
      kind: "databaseRoleChanged",
      database: group(match, 1),
      from: group(match, 2),
      to: group(match, 3),
    }),
    [1480],
  ),
  byPattern(
    ["A connection timeout has occurred "],
    new RegExp(
      `^A connection timeout has occurred (on a previously established connection|while attempting to establish a connection) to availability replica '${name}'`,
    ),
    (match) => ({
      kind: "replicaConnectionLost",
      replica: group(match, 2),
      number: group(match, 1).startsWith("on") ? 35_206 : 35_201,
    }),
    [35_201, 35_206],
  ),
  byPattern(
    movementStarts,
    new RegExp(
      String.raw`^Always ?On Availability Groups data movement for database '${name}' has been suspended for the following reason: "(.{1,60}?)"(?: \(Source ID \d{1,6}; Source string: '(\w{1,60})'\))?`,
    ),
    (match) => ({
      kind: "dataMovement",
      database: group(match, 1),
      suspended: true,
      reason: group(match, 2),
      origin: optionalText(match, 3),
    }),
    [35_264],
  ),
  byPattern(
    movementStarts,
    new RegExp(
      `^Always ?On Availability Groups data movement for database '${name}' has been resumed`,
    ),
    (match) => ({
      kind: "dataMovement",
      database: group(match, 1),
      suspended: false,
      reason: null,
      origin: null,
    }),
    [35_265],
  ),
];
