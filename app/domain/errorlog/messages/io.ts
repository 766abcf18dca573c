import {
  byNumber,
  byPattern,
  group,
  name,
  numberOf,
  optionalNumber,
  path,
  type Recogniser,
} from "./recogniser.ts";

export type IoMessage =
  /** 833. */
  | {
      readonly kind: "longIo";
      readonly occurrences: number;
      readonly thresholdSeconds: number;
      readonly file: string;
      /** Only in the older form. */
      readonly database: string | null;
      readonly databaseId: number;
      readonly offset: string | null;
      /** Only in the newer form. */
      readonly durationMs: number | null;
    }
  /** 17053: the operating system's own words about a file. */
  | {
      readonly kind: "osError";
      readonly file: string;
      /** 112 disk full, 665 and 1450 limits of a sparse file, ... */
      readonly osError: number;
      readonly osText: string;
    }
  /** 823 for a limit of the file system (665, 1450): usually a sparse file that cannot grow. */
  | {
      readonly kind: "fileSystemLimit";
      readonly osError: number;
      readonly operation: string;
      readonly offset: string | null;
      readonly file: string;
    }
  /** 844 and 845 of a page, 846 as 844, 847 of another latch. */
  | {
      readonly kind: "latchTimeout";
      /** Latch mode number as printed: 4 is EX. */
      readonly latchType: number | null;
      readonly databaseId: number | null;
      /** "1:88888". */
      readonly page: string | null;
      readonly waitSeconds: number | null;
      /** It goes on waiting; otherwise it gave up. */
      readonly continues: boolean;
    }
  /** 3197 and 3198, for a copy of the storage: not a database snapshot. */
  | { readonly kind: "ioFrozen"; readonly database: string }
  | { readonly kind: "ioResumed"; readonly database: string }
  /** 3083 to 3087: SET SUSPEND_FOR_SNAPSHOT_BACKUP, of 2022. */
  | {
      readonly kind: "suspension";
      /** Null: of a group of databases, or of the server. */
      readonly database: string | null;
      readonly session: number;
      readonly isSuspended: boolean;
    };

/** What follows the fixed beginning of 833 differs between generations, so it is looked for. */
const longIoRest =
  /The offset of the latest long I\/O is: (0x[0-9a-fA-F]{1,16})(?:\.\s+The duration of the long I\/O is: (\d+) ms)?/;

/** Windows and Linux paths, shares, and names of components that write in place of a file. */
const fileStarts = [
  ...[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].map((letter) => `${letter}:\\`),
  "\\\\",
  "/",
  "LogWriter:",
  "SQLServerLogMgr::",
  "fcb",
  "FCB",
  "FileMgr::",
];

export const ioRecognisers: readonly Recogniser[] = [
  byPattern(
    ["SQL Server has encountered "],
    new RegExp(
      String.raw`^SQL Server has encountered (\d+) occurrence\(s\) of I\/O requests taking longer than (\d+) seconds to complete on file \[${path}\] in database (?:id (\d+)|\[${name}\] \((\d+)\))`,
    ),
    (match) => {
      const rest = longIoRest.exec(match.input);
      return {
        kind: "longIo",
        occurrences: numberOf(match, 1),
        thresholdSeconds: numberOf(match, 2),
        file: group(match, 3),
        database: match[5] ?? null,
        databaseId: Number(match[4] ?? match[6]),
        offset: rest?.[1] ?? null,
        durationMs: rest === null ? null : optionalNumber(rest, 2),
      };
    },
    [833],
  ),
  byPattern(
    fileStarts,
    new RegExp(String.raw`^${path}: Operating system error (\d+)\((.{0,400}?)\) encountered`),
    (match) => ({
      kind: "osError",
      file: group(match, 1),
      osError: numberOf(match, 2),
      osText: group(match, 3),
    }),
    [17053],
  ),
  byPattern(
    ["Time out occurred while", "Time-out occurred while", "Timeout occurred while", "A time"],
    /^(?:A )?[Tt]ime[- ]?out occurred while waiting for (?:buffer latch|latch)\b/,
    (match) => readLatch(match.input),
    [844, 845, 846, 847],
  ),
  byNumber([844, 845, 846], (text, errorNumber) => ({
    ...localisedLatch(text),
    continues: errorNumber === 844,
  })),
  byPattern(
    ["I/O is frozen on database ", "I/O was resumed on database "],
    new RegExp(`^I\\/O (is frozen|was resumed) on database ${name}\\. No user`),
    (match) => freeze(group(match, 2), group(match, 1) === "is frozen"),
    [3197, 3198],
  ),
  // SQL Server 2000.
  byPattern(
    ["Database "],
    new RegExp(`^Database ${name}: IO is (frozen for snapshot|thawed)`),
    (match) => freeze(group(match, 1), group(match, 2) !== "thawed"),
  ),
  byPattern(
    ["Database '", "Server '", "Group '"],
    new RegExp(
      String.raw`^(Database|Server|Group) '${name}' (acquired suspend locks|released suspend locks|successfully suspended for snapshot backup|originally suspended for snapshot backup) in session (\d+)`,
    ),
    (match) => ({
      kind: "suspension",
      database: group(match, 1) === "Database" ? group(match, 2) : null,
      session: numberOf(match, 4),
      isSuspended: /^(?:acquired|successfully)/.test(group(match, 3)),
    }),
    [3083, 3084, 3086, 3087],
  ),
];

const freeze = (database: string, isFrozen: boolean): IoMessage => ({
  kind: isFrozen ? "ioFrozen" : "ioResumed",
  database,
});

const figure = (text: string, pattern: RegExp): number | null => {
  const match = pattern.exec(text);
  return match === null ? null : numberOf(match, 1);
};

/** 844 and 846 print figures after names, 845 within a sentence, 847 is of no page. */
function readLatch(text: string): IoMessage {
  return {
    kind: "latchTimeout",
    latchType: figure(text, /\btype (\d+)/),
    databaseId: figure(text, /\bdatabase id:? (\d+)/i),
    page: /\bpage \(?(\d+:\d+)/.exec(text)?.[1] ?? null,
    waitSeconds: figure(text, /\bwait(?:ing )?time (\d+)/),
    continues: / Continuing to wait/.test(text),
  };
}

/** Of a text in another language only the page is written the same everywhere. */
const localisedLatch = (text: string) => ({
  kind: "latchTimeout" as const,
  latchType: null,
  databaseId: null,
  page: /\(?(?<![0-9A-Fa-f:])(\d{1,5}:\d{1,10})(?![\d:])/.exec(text)?.[1] ?? null,
  waitSeconds: null,
});
