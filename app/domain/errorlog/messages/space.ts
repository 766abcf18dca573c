import {
  byNumber,
  byPattern,
  firstQuoted,
  group,
  name,
  numberOf,
  optionalText,
  path,
  type Recogniser,
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

const growth = (what: string): RegExp =>
  new RegExp(
    String.raw`^Autogrow of file '${path}' in database '${name}' (${what}) (\d+) milliseconds`,
  );
const readGrowth = (match: RegExpExecArray): SpaceMessage => ({
  kind: "slowGrowth",
  file: group(match, 1),
  database: group(match, 2),
  durationMs: numberOf(match, 4),
  cancelled: group(match, 3) !== "took",
});

export const spaceRecognisers: readonly Recogniser[] = [
  // The reason is told since 2012; before, the text says where to look it up.
  byPattern(
    ["The transaction log for database '"],
    new RegExp(
      String.raw`^The transaction log for database '${name}' is full(?: due to '(\w{1,60})'|[.,\s]|$)`,
    ),
    (match) => ({ kind: "logFull", database: group(match, 1), reason: optionalText(match, 2) }),
  ),
  byPattern(
    ["Space of the transaction log for database '"],
    new RegExp(
      String.raw`^Space of the transaction log for database '${name}': ([\d.]{1,15}) of ([\d.]{1,15}) MiB are in use, held by (\w{1,60}) from LSN .{1,40}? on, and ([\d.]{1,15}) MiB are reserved for rollbacks`,
    ),
    (match) => ({
      kind: "logSpace",
      database: group(match, 1),
      usedMiB: numberOf(match, 2),
      capacityMiB: numberOf(match, 3),
      heldBy: group(match, 4),
      forRollbacksMiB: numberOf(match, 5),
    }),
  ),
  byPattern(
    ["Could not allocate space for object "],
    new RegExp(
      `^Could not allocate space for object .{1,600}? in database '${name}' because (?:the )?'${name}' filegroup is full`,
    ),
    (match) => ({ kind: "filegroupFull", database: group(match, 1), filegroup: group(match, 2) }),
  ),
  byPattern(
    ["Could not allocate a new page for database '"],
    new RegExp(
      `^Could not allocate a new page for database '${name}' because (?:of insufficient disk space in filegroup '${name}'|the '${name}' filegroup is full)`,
    ),
    (match) => ({
      kind: "filegroupFull",
      database: group(match, 1),
      filegroup: match[2] ?? group(match, 3),
    }),
  ),
  byPattern(
    ["Autogrow of file '"],
    growth("took|was cancelled by user or timed out after"),
    readGrowth,
  ),
  byNumber([9002], (text) => {
    const database = firstQuoted(text);
    if (database === null) return null;
    // The reason is a constant of the product: it stays English.
    const reason = /'([A-Z][A-Z_]{3,40})'/.exec(
      text.slice(text.indexOf(database) + database.length),
    );
    return { kind: "logFull", database, reason: reason?.[1] ?? null };
  }),
];
