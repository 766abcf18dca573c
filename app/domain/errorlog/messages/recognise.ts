/**
 * Text of a record to what it means. The first characters of the text choose the few recognisers
 * that can know it; a reader asks `mayMean` first and need not even decode what nothing can know.
 */
import { availabilityRecognisers } from "./availability.ts";
import { backupRecognisers } from "./backup.ts";
import { backupTraceRecognisers } from "./backup-trace.ts";
import { checkpointRecognisers } from "./checkpoint.ts";
import { clusterRecognisers } from "./cluster.ts";
import { configurationRecognisers } from "./configuration.ts";
import { deadlockRecognisers } from "./deadlock.ts";
import { dumpRecognisers } from "./dump.ts";
import { errorRecognisers } from "./error.ts";
import { fileFailureRecognisers } from "./file-failure.ts";
import { integrityRecognisers } from "./integrity.ts";
import { ioRecognisers } from "./io.ts";
import { asciiCount, buildLeadTable, type Candidate, canBegin, keyOf } from "./lead-table.ts";
import { logonRecognisers } from "./logon.ts";
import { measuringRecognisers } from "./measuring.ts";
import { memoryRecognisers } from "./memory.ts";
import type { Message } from "./message.ts";
import { leadLength, type Recogniser } from "./recogniser.ts";
import { recoveryRecognisers } from "./recovery.ts";
import { serverRecognisers } from "./server.ts";
import { snapshotRecognisers } from "./snapshot.ts";
import { spaceRecognisers } from "./space.ts";
import { startFailureRecognisers } from "./start-failure.ts";

export { databaseOf, kindIdOf, messageKinds, phaseOfKind } from "./kinds.ts";
export { leadLength } from "./recogniser.ts";

const recognisers: readonly Recogniser[] = [
  ...errorRecognisers,
  ...logonRecognisers,
  ...backupRecognisers,
  ...checkpointRecognisers,
  ...ioRecognisers,
  ...configurationRecognisers,
  ...recoveryRecognisers,
  ...snapshotRecognisers,
  ...integrityRecognisers,
  ...backupTraceRecognisers,
  ...spaceRecognisers,
  ...memoryRecognisers,
  ...serverRecognisers,
  ...startFailureRecognisers,
  ...fileFailureRecognisers,
  ...availabilityRecognisers,
  ...clusterRecognisers,
  ...measuringRecognisers,
  ...deadlockRecognisers,
  ...dumpRecognisers,
];

const other: Message = { kind: "other" };
const errorText: Message = { kind: "errorText" };

const table = buildLeadTable(recognisers);

/**
 * Which texts may be known, by their first three characters in ASCII: at `c0 << 14 | c1 << 7 | c2`
 * the number of a list in `startsOfLead`; 0: none.
 */
export const leadTable: Uint8Array = table.ofKey;

/** By the number in `leadTable`: how the messages of those leads begin; "" where the lead is all. */
export const startsOfLead: readonly (readonly string[])[] = table.candidates.map((candidates) =>
  candidates.map(({ start }) => start),
);

/** By error number, for texts that no lead tells. */
const byError = new Map<number, Recogniser["read"][]>();
for (const { errors = [], read } of recognisers) {
  for (const error of errors) byError.set(error, [...(byError.get(error) ?? []), read]);
}

/**
 * Whether a text may be known that begins with these UTF-16 code units. Beyond ASCII it is only the
 * error headers of some languages.
 */
export function mayMean(c0: number, c1: number, c2: number): boolean {
  if ((c0 | c1 | c2) < asciiCount) return table.ofKey[keyOf(c0, c1, c2)] !== 0;
  return table.wide.has(String.fromCharCode(c0, c1, c2));
}

const none: readonly Candidate[] = [];

function candidatesOf(text: string): readonly Candidate[] {
  const c0 = text.charCodeAt(0);
  const c1 = text.charCodeAt(1);
  const c2 = text.charCodeAt(2);
  if ((c0 | c1 | c2) < asciiCount) {
    return table.candidates[table.ofKey[keyOf(c0, c1, c2)] ?? 0] ?? none;
  }
  return table.wide.get(text.slice(0, leadLength)) ?? none;
}

/**
 * What a message means. `text` begins with the first character of the message and goes on to the
 * end of its record; `errorNumber` is that of the error header before it.
 */
export function recognise(text: string, errorNumber: number | null): Message {
  const fourth = text.charCodeAt(leadLength);
  for (const candidate of candidatesOf(text)) {
    if (!canBegin(text, fourth, candidate)) continue;
    const message = candidate.read(text, errorNumber);
    if (message !== null) return message;
  }
  return errorNumber === null ? other : readError(text, errorNumber);
}

function readError(text: string, errorNumber: number): Message {
  for (const read of byError.get(errorNumber) ?? []) {
    const message = read(text, errorNumber);
    if (message !== null) return message;
  }
  return errorText;
}
