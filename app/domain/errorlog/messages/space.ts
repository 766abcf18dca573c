import {
  byNumber,
  firstQuoted,
  number,
  type Recogniser,
  says,
  text,
  textOrNull,
} from "./recogniser.ts";

export type SpaceMessage =
  /** 9002. */
  | { readonly kind: "logFull"; readonly database: string; readonly reason: string | null }
  /** Beside 9002 in the log of a run: the product does not tell it. */
  | {
      readonly kind: "logSpace";
      readonly database: string;
      readonly usedMiB: number;
      readonly capacityMiB: number;
      readonly heldBy: string;
      readonly forRollbacksMiB: number;
    }
  /** 1101, 1105. */
  | { readonly kind: "filegroupFull"; readonly database: string; readonly filegroup: string | null }
  /** 5144, 5145. */
  | {
      readonly kind: "slowGrowth";
      readonly file: string;
      readonly database: string;
      readonly durationMs: number;
      readonly cancelled: boolean;
    };

export const spaceRecognisers: readonly Recogniser[] = [
  // The reason is told since 2012; before, the text says where to look it up.
  says(
    "logFull",
    String.raw`The transaction log for database '{name}' is full(?: due to '(\w{1,60})'|[.,\s]|$)`,
    { database: text, reason: textOrNull },
  ),
  says(
    "logSpace",
    String.raw`Space of the transaction log for database '{name}': ([\d.]{1,15}) of ([\d.]{1,15}) MiB are in use, held by (\w{1,60}) from LSN .{1,40}? on, and ([\d.]{1,15}) MiB are reserved for rollbacks`,
    { database: text, usedMiB: number, capacityMiB: number, heldBy: text, forRollbacksMiB: number },
  ),
  says(
    "filegroupFull",
    "Could not allocate space for object .{1,600}? in database '{name}' because (?:the )?'{name}' filegroup is full",
    { database: text, filegroup: text },
  ),
  says(
    "filegroupFull",
    "Could not allocate a new page for database '{name}' because (?:of insufficient disk space in|the)(?: filegroup)? '{name}'(?: filegroup is full)?",
    { database: text, filegroup: text },
  ),
  says(
    "slowGrowth",
    "Autogrow of file '{path}' in database '{name}' (took|was cancelled by user or timed out after) {int} milliseconds",
    { file: text, database: text, cancelled: (how) => how !== "took", durationMs: number },
  ),
  byNumber([9002], (message) => {
    const database = firstQuoted(message);
    if (database === null) return null;
    // The reason is a constant of the product: it stays English.
    const reason = /'([A-Z][A-Z_]{3,40})'/.exec(
      message.slice(message.indexOf(database) + database.length),
    );
    return { kind: "logFull", database, reason: reason?.[1] ?? null };
  }),
];
