import type { IoMessage } from "./io.ts";
import {
  between,
  byPattern,
  group,
  hex,
  name,
  number,
  path,
  type Recogniser,
  says,
  text,
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
      /** LSNs of the hidden snapshot that the check ran on. */
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

/** DBCC CHECKDB (Sales, noindex) WITH no_infomsgs executed by CONTOSO\dba ...; of one in emergency mode it says so first. */
const check = String.raw`^(?:\[?EMERGENCY\]? )?(DBCC CHECK(?:DB|ALLOC|TABLE|CATALOG|FILEGROUP)) \(${name}\)(?: WITH .{1,200}?)? executed by ${name} (?:found (\d+) errors and repaired (\d+) errors|terminated abnormally due to error state (\d+))\.(?:\s*Elapsed time: (\d+) hours (\d+) minutes (\d+) seconds)?`;

function readCheck(match: RegExpExecArray): IntegrityMessage {
  const [command, target] = [group(match, 1), group(match, 2)];
  const [hours = 0, minutes = 0, seconds = 0] = [7, 8, 9].map((index) => number(match[index]));
  const of = {
    command,
    target,
    database: databaseOfTarget(command, target),
    user: group(match, 3),
    durationMs: match[7] === undefined ? null : ((hours * 60 + minutes) * 60 + seconds) * 1000,
  };
  if (match[6] !== undefined) {
    return { kind: "consistencyCheckAborted", ...of, errorState: number(match[6]) };
  }
  const lsns = hiddenSnapshot.exec(match.input);
  return {
    kind: "consistencyChecked",
    ...of,
    errorsFound: number(match[4]),
    errorsRepaired: number(match[5]),
    splitLsn: lsns?.[1] ?? null,
    firstLsn: lsns?.[2] ?? null,
  };
}

const hiddenSnapshot =
  /split point LSN = ([0-9a-fA-F:]{1,40}) and first LSN = ([0-9a-fA-F:]{1,40})/;

/** Texts of 823 before 2005: what went wrong stands in place of the operating system's error. */
const oldIoError = new RegExp(
  String.raw`^I\/O error (?:(\d+)\(|\().{0,300}?\) detected during (\w+) at offset ${hex} in file '${path}'\.?`,
);

export const integrityRecognisers: readonly Recogniser[] = [
  byPattern(
    ["DBCC CHECK", "[EMERGENCY] DBCC CHECK", "EMERGENCY DBCC CHECK"],
    new RegExp(check),
    readCheck,
  ),
  says(
    "lastCleanCheck",
    String.raw`CHECKDB for database '{name}' finished without errors on (\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{1,3}) \(local time\)`,
    { database: text, finished: text },
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
  says(
    "readRetried",
    "A read of the file '{path}' at offset {hex} succeeded after failing {int} time",
    { file: text, offset: text, attempts: number },
  ),
];

/** Errors of a sparse file that is too fragmented for its file system, or for which that has no resources. */
const limitsOfFileSystem: ReadonlySet<number> = new Set([665, 1450]);

function readIoError(match: RegExpExecArray): IntegrityMessage | IoMessage {
  const osError = match[1] === undefined ? null : number(match[1]);
  const operation = group(match, 2);
  const offset = group(match, 3);
  const file = match[4] ?? group(match, 5);
  return osError !== null && limitsOfFileSystem.has(osError)
    ? { kind: "fileSystemLimit", osError, operation, offset, file }
    : { kind: "ioError", osError, operation, offset, file };
}

function readLogicalIoError(message: string, problem: string): IntegrityMessage | null {
  const file = between(message, " in file '", "'");
  const operation = between(message, "It occurred during a ", " of page ");
  if (file === null || operation === null) return null;
  const place = /of page (\(\d+:\d+\)) in database ID (\d+) at offset (0x[0-9a-fA-F]+)/.exec(
    message,
  );
  return {
    kind: "logicalIoError",
    problem,
    operation,
    page: place?.[1] ?? null,
    databaseId: place === null ? null : number(place[2]),
    offset: place?.[3] ?? null,
    file,
  };
}
