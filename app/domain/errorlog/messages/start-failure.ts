import {
  always,
  byNumber,
  byStart,
  firstQuoted,
  numberOrNull,
  type Recogniser,
  says,
  text,
  textOrNull,
} from "./recogniser.ts";

/** Why a server does not come up. The first that is told is what to mend; the later ones follow from it. */
export type StartFailureCause =
  /** The password of `sa`, or of another account that the set-up of a container gives one. */
  | "password"
  /** 26023, 26024. */
  | "port"
  /** 26014, 26015, 17190, 17195. */
  | "certificate"
  /** 17113, 17114: master's file. */
  | "masterFile"
  /** 17112. */
  | "parameter"
  /** 17051. */
  | "evaluation"
  /** 17131, 17132, 17138 and kin. */
  | "memory"
  /** 1814. */
  | "tempdb"
  /** 912. */
  | "upgrade"
  /** 3417. */
  | "master"
  /** 17182, 17826, 17120. */
  | "network"
  /** "An error occurred during server setup". */
  | "setup";

/** Why a database does not come up. */
export type DatabaseFailureCause =
  /** 904: the server itself starts or stops. */
  | "serverBusy"
  /** 905, 909, 932 and kin. */
  | "edition"
  /** 948. */
  | "version"
  /** 945. */
  | "files"
  /** 3414, 926. */
  | "recovery";

export type StartFailureMessage =
  | {
      readonly kind: "startFailed";
      readonly cause: StartFailureCause;
      /** What differs from failure to failure: a file, a port, a reason; null: nothing. */
      readonly detail: string | null;
    }
  /** The process ends itself. After a request, the record of that says so; else something made it. */
  | { readonly kind: "serverEnding" }
  | {
      readonly kind: "databaseNotStarted";
      readonly cause: DatabaseFailureCause;
      /** Null where only the id is printed. */
      readonly database: string | null;
      readonly databaseId: number | null;
    };

const failed = (cause: StartFailureCause, detail: string | null = null): StartFailureMessage => ({
  kind: "startFailed",
  cause,
  detail,
});

const failure = (cause: StartFailureCause, pattern: string): Recogniser =>
  says("startFailed", pattern, { detail: textOrNull, cause: always(cause) });

const unstarted = (cause: DatabaseFailureCause, pattern: string): Recogniser =>
  says("databaseNotStarted", pattern, {
    database: text,
    cause: always(cause),
    databaseId: always(null),
  });

/** By the numbers of errors whose text may be in another language. */
const causes: readonly (readonly [StartFailureCause, readonly number[]])[] = [
  ["port", [26_023, 26_024]],
  ["certificate", [17_190, 17_195, 26_014, 26_015]],
  ["masterFile", [17_113, 17_114]],
  ["parameter", [17_112]],
  ["evaluation", [17_051]],
  ["memory", [17_131, 17_132, 17_138]],
  ["tempdb", [1814]],
  ["master", [3417]],
  ["network", [17_120, 17_182, 17_826]],
];
const databaseCauses: readonly (readonly [DatabaseFailureCause, readonly number[]])[] = [
  ["serverBusy", [904]],
  ["edition", [905, 909, 932, 933, 934, 935]],
  ["version", [948]],
  ["files", [945]],
  ["recovery", [926, 3414]],
];

export const startFailureRecognisers: readonly Recogniser[] = [
  failure(
    "password",
    String.raw`ERROR: Unable to set .{1,80}? password: (.{1,300}?)\.*(?:[\r\n]|$)`,
  ),
  byStart("An error occurred during server setup", failed("setup")),
  failure("port", String.raw`Server TCP provider failed to listen on (\[.{1,120}?\])`),
  failure("port", String.raw`Server failed to listen on (.{1,200}?)\. Error: `),
  failure(
    "certificate",
    String.raw`Unable to load user-specified certificate(?: (\[.{1,160}?\]))?`,
  ),
  failure(
    "masterFile",
    String.raw`Error (\d{1,10}\(.{0,200}?\) occurred while opening file '.{1,520}?') to obtain configuration information at startup`,
  ),
  failure("parameter", String.raw`An invalid startup option (\S{1,20}) was supplied`),
  byStart("SQL Server evaluation period has expired", failed("evaluation")),
  byStart(
    [
      "Server startup failed due to insufficient memory",
      "Unable to allocate enough memory to start",
    ],
    failed("memory"),
  ),
  byStart("Could not create tempdb", failed("tempdb")),
  failure(
    "upgrade",
    String.raw`Script level upgrade for database 'master' failed because upgrade step ('.{1,200}?' encountered error \d{1,10})`,
  ),
  byStart("Cannot recover the master database", failed("master")),
  failure(
    "network",
    String.raw`TDSSNIClient initialization failed with error (0x[0-9a-fA-F]{1,16}.{0,300}?)\.?\s*(?:[\r\n]|$)`,
  ),
  byStart(
    ["Could not start the network library", "SQL Server could not spawn "],
    failed("network"),
  ),
  byStart(
    ["SQL Server shutdown has been initiated", "SQL Trace was stopped due to server shutdown"],
    { kind: "serverEnding" },
  ),
  says(
    "databaseNotStarted",
    String.raw`Database (?:(\d{1,6})|'{name}') cannot be autostarted during server shutdown or startup`,
    { databaseId: numberOrNull, database: textOrNull, cause: always("serverBusy") },
  ),
  unstarted(
    "edition",
    "Database '{name}' cannot be started (?:in|because) .{0,200}?edition of SQL Server",
  ),
  unstarted("version", "The database '{name}' cannot be opened because it is version "),
  unstarted("files", "Database '{name}' cannot be opened due to inaccessible files"),
  unstarted(
    "recovery",
    String.raw`Database '{name}' cannot be opened\. It has been marked SUSPECT`,
  ),
  unstarted("recovery", "An error occurred during recovery, preventing the database '{name}'"),
  ...causes.map(([cause, errors]) => byNumber(errors, () => failed(cause))),
  ...databaseCauses.map(([cause, errors]) =>
    byNumber(errors, (message) => ({
      kind: "databaseNotStarted",
      cause,
      database: firstQuoted(message),
      databaseId: null,
    })),
  ),
];
