/** Kinds of records that a report is given beside errors and evidence. */
import type { MessageKind } from "../../domain/errorlog/messages/message.ts";

/** Who changed what: the first question after "since when is it slow". */
const changes = [
  "configurationChanged",
  "databaseOption",
  "traceFlags",
  "startupParameters",
] as const satisfies readonly MessageKind[];

export const changeKinds: readonly string[] = changes;
export const notableKinds: readonly string[] = changes;
