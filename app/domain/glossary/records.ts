/** Help for what the ERRORLOG reader recognises, by the kind of the record. */
import type { MessageKind } from "../errorlog/messages/message.ts";
import { backupTerms } from "./records/backup.ts";
import { record } from "./records/record.ts";
import { recoveryTerms } from "./records/recovery.ts";
import { serverTerms } from "./records/server.ts";
import { storageTerms } from "./records/storage.ts";
import type { Term } from "./term.ts";

export type RecordKind = MessageKind;

const texts: Readonly<Record<RecordKind, Term>> = {
  ...serverTerms,
  ...recoveryTerms,
  ...storageTerms,
  ...backupTerms,
  errorHeader: record(
    "Error",
    "Number, severity and state of an error; the record after it says what it means.",
    "From 17 on the cause is the server or its storage, from 20 on the session is ended.",
  ),
  errorText: record(
    "Text of an error",
    "What an error of the record before it means. Snapscope knows no more of this number.",
    "Its severity is in the record before it.",
  ),
  other: record(
    "Not interpreted",
    "Snapscope does not know this message. It is kept and shown as it is.",
    "It counts as not understood in the log's facts.",
  ),
};

export const recordTerms: Readonly<Record<string, Term>> = texts;
export const recordKinds: readonly string[] = Object.keys(texts);

/** Kinds by what they are about, for lists of them. */
export const recordSubjects: readonly {
  readonly title: string;
  readonly kinds: readonly string[];
}[] = [
  { title: "Recovery, checkpoints and snapshots", kinds: Object.keys(recoveryTerms) },
  { title: "Storage and integrity", kinds: Object.keys(storageTerms) },
  { title: "Backups and restores", kinds: Object.keys(backupTerms) },
  { title: "Server, memory and log-ons", kinds: Object.keys(serverTerms) },
  { title: "Other", kinds: ["errorHeader", "errorText", "other"] },
];
