import type { IoMessage } from "./io.ts";
import {
  between,
  byPattern,
  group,
  hex,
  name,
  numberOf,
  path,
  type Recogniser,
} from "./recogniser.ts";

export type IntegrityMessage =
  /** The end of DBCC CHECKDB, CHECKTABLE, CHECKALLOC, CHECKCATALOG or CHECKFILEGROUP. */
  | {
      readonly kind: "consistencyChecked";
      /** "DBCC CHECKDB". */
      readonly command: string;
      /** What is in its parentheses: "Sales", "Sales, noindex". */
      readonly target: string;
      readonly database: string;
      readonly user: string | null;
      readonly errorsFound: number;
      readonly errorsRepaired: number;
      /** Null in texts that do not print it. */
      readonly durationMs: number | null;
      /** Of the hidden snapshot it ran on. */
      readonly splitLsn: string | null;
      readonly firstLsn: string | null;
    }
  /** It ended without a result: "terminated abnormally due to error state 1". */
  | {
      readonly kind: "consistencyCheckAborted";
      readonly command: string;
      readonly target: string;
      readonly database: string;
      readonly user: string | null;
      readonly errorState: number;
      /** Null in texts that do not print it. */
      readonly durationMs: number | null;
    }
  /** Said at start-up of when it was last clean. */
  | {
      readonly kind: "lastCleanCheck";
      readonly database: string;
      /** Local time, as it is printed. */
      readonly finished: string;
    }
  /** 823. */
  | {
      readonly kind: "ioError";
      readonly osError: number | null;
      readonly operation: string;
      readonly offset: string;
      readonly file: string;
    }
  /** 824. */
  | {
      readonly kind: "logicalIoError";
      /** "incorrect checksum", "torn page", "incorrect pageid". */
      readonly problem: string;
      readonly operation: string;
      /** "(1:143)". */
      readonly page: string | null;
      readonly databaseId: number | null;
      readonly offset: string | null;
      readonly file: string;
    }
  /** 825. */
  | {
      readonly kind: "readRetried";
      readonly file: string;
      readonly offset: string;
      readonly attempts: number;
    };

/** "Sales, noindex", or of a table "Sales.dbo.Orders": the database comes first. */
function databaseOfTarget(command: string, target: string): string {
  const [first = ""] = target.split(command.endsWith("TABLE") ? /[.,]/ : ",", 1);
  return first.trim();
}

/** Of a database in emergency mode the message says so first. */
const checkStarts = ["DBCC CHECK", "[EMERGENCY] DBCC CHECK", "EMERGENCY DBCC CHECK"];
/** DBCC CHECKDB (Sales, noindex) WITH no_infomsgs executed by CONTOSO\dba ... */
const check = String.raw`^(?:\[?EMERGENCY\]? )?(DBCC CHECK(?:DB|ALLOC|TABLE|CATALOG|FILEGROUP)) \(${name}\)(?: WITH .{1,200}?)? executed by ${name} `;
const elapsed = String.raw`Elapsed time: (\d+) hours (\d+) minutes (\d+) seconds`;

const elapsedMs = (match: RegExpExecArray, index: number): number =>
  (numberOf(match, index) * 3600 + numberOf(match, index + 1) * 60 + numberOf(match, index + 2)) *
  1000;

const hiddenSnapshot =
  /split point LSN = ([0-9a-fA-F:]{1,40}) and first LSN = ([0-9a-fA-F:]{1,40})/;

/** Texts of 823 before 2005: what went wrong stands in place of the operating system's error. */
const oldIoError = new RegExp(
  String.raw`^I\/O error (?:(\d+)\(|\().{0,300}?\) detected during (\w+) at offset ${hex} in file '${path}'\.?`,
);

export const integrityRecognisers: readonly Recogniser[] = [
  byPattern(
    checkStarts,
    new RegExp(
      String.raw`${check}found (\d+) errors and repaired (\d+) errors\.(?:\s*${elapsed})?`,
    ),
    (match) => {
      const lsns = hiddenSnapshot.exec(match.input);
      return {
        kind: "consistencyChecked",
        command: group(match, 1),
        target: group(match, 2),
        database: databaseOfTarget(group(match, 1), group(match, 2)),
        user: group(match, 3),
        errorsFound: numberOf(match, 4),
        errorsRepaired: numberOf(match, 5),
        durationMs: match[6] === undefined ? null : elapsedMs(match, 6),
        splitLsn: lsns?.[1] ?? null,
        firstLsn: lsns?.[2] ?? null,
      };
    },
  ),
  byPattern(
    checkStarts,
    new RegExp(
      String.raw`${check}terminated abnormally due to error state (\d+)\.(?:\s*${elapsed})?`,
    ),
    (match) => ({
      kind: "consistencyCheckAborted",
      command: group(match, 1),
      target: group(match, 2),
      database: databaseOfTarget(group(match, 1), group(match, 2)),
      user: group(match, 3),
      errorState: numberOf(match, 4),
      durationMs: match[5] === undefined ? null : elapsedMs(match, 5),
    }),
  ),
  byPattern(
    ["CHECKDB for database '"],
    new RegExp(
      String.raw`^CHECKDB for database '${name}' finished without errors on (\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{1,3}) \(local time\)`,
    ),
    (match) => ({ kind: "lastCleanCheck", database: group(match, 1), finished: group(match, 2) }),
  ),
  byPattern(
    ["The operating system returned error "],
    new RegExp(
      String.raw`^The operating system returned error (?:(\d+)\(|\().{0,300}?\)? to SQL Server during a (\w+) at offset ${hex} in file (?:'${path}'|with (handle ${hex}))`,
    ),
    readIoError,
    [823],
  ),
  byPattern(["I/O error "], oldIoError, readIoError, [823]),
  byPattern(
    ["SQL Server detected a logical consistency-based I/O error: "],
    /^SQL Server detected a logical consistency-based I\/O error: ([^(.\r\n]{1,80})/,
    (match) => readLogicalIoError(match.input, group(match, 1).trim()),
    [824],
  ),
  byPattern(
    ["A read of the file '"],
    new RegExp(
      String.raw`^A read of the file '${path}' at offset ${hex} succeeded after failing (\d+) time`,
    ),
    (match) => ({
      kind: "readRetried",
      file: group(match, 1),
      offset: group(match, 2),
      attempts: numberOf(match, 3),
    }),
    [825],
  ),
];

/** Of a sparse file: too fragmented for its file system, or out of its resources. */
const limitsOfFileSystem: ReadonlySet<number> = new Set([665, 1450]);

function readIoError(match: RegExpExecArray): IntegrityMessage | IoMessage {
  const osError = match[1] === undefined ? null : numberOf(match, 1);
  const operation = group(match, 2);
  const offset = group(match, 3);
  const file = match[4] ?? group(match, 5);
  return osError !== null && limitsOfFileSystem.has(osError)
    ? { kind: "fileSystemLimit", osError, operation, offset, file }
    : { kind: "ioError", osError, operation, offset, file };
}

function readLogicalIoError(text: string, problem: string): IntegrityMessage | null {
  const file = between(text, " in file '", "'");
  const operation = between(text, "It occurred during a ", " of page ");
  if (file === null || operation === null) return null;
  const place = /of page (\(\d+:\d+\)) in database ID (\d+) at offset (0x[0-9a-fA-F]+)/.exec(text);
  return {
    kind: "logicalIoError",
    problem,
    operation,
    page: place?.[1] ?? null,
    databaseId: place === null ? null : numberOf(place, 2),
    offset: place?.[3] ?? null,
    file,
  };
}
