import {
  always,
  byNumber,
  byPattern,
  group,
  name,
  number,
  numberOrNull,
  path,
  type Recogniser,
  says,
  text,
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

const ofDatabase = { database: text };

/** 3083, 3084, 3086 and 3087. */
const suspension =
  "(acquired suspend locks|released suspend locks|successfully suspended for snapshot backup|originally suspended for snapshot backup) in session {int}";
const isSuspended = (how: string | undefined): boolean => /^(?:acq|succ)/.test(text(how));

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
        occurrences: number(match[1]),
        thresholdSeconds: number(match[2]),
        file: group(match, 3),
        database: match[5] ?? null,
        databaseId: Number(match[4] ?? match[6]),
        offset: rest?.[1] ?? null,
        durationMs: numberOrNull(rest?.[2]),
      };
    },
    [833],
  ),
  says(
    "osError",
    String.raw`{path}: Operating system error {int}\((.{0,400}?)\) encountered`,
    { file: text, osError: number, osText: text },
    { starts: fileStarts, errors: [17_053] },
  ),
  byPattern(
    ["Time out occurred while", "Time-out occurred while", "Timeout occurred while", "A time"],
    /^(?:A )?[Tt]ime[- ]?out occurred while waiting for (?:buffer latch|latch)\b/,
    (match) => readLatch(match.input),
    [844, 845, 846, 847],
  ),
  byNumber([844, 845, 846], (message, errorNumber) => ({
    ...localisedLatch(message),
    continues: errorNumber === 844,
  })),
  says("ioFrozen", String.raw`I/O is frozen on database {name}\. No user`, ofDatabase),
  says("ioResumed", String.raw`I/O was resumed on database {name}\. No user`, ofDatabase),
  // SQL Server 2000.
  says("ioFrozen", "Database {name}: IO is frozen for snapshot", ofDatabase),
  says("ioResumed", "Database {name}: IO is thawed", ofDatabase),
  says("suspension", `Database '{name}' ${suspension}`, {
    database: text,
    isSuspended,
    session: number,
  }),
  // A group of databases, or the whole server, is suspended.
  says(
    "suspension",
    `(?:Group|Server) '.{1,128}?' ${suspension}`,
    { database: always(null), isSuspended, session: number },
    { starts: ["Group '", "Server '"] },
  ),
];

const figure = (message: string, pattern: RegExp): number | null =>
  numberOrNull(pattern.exec(message)?.[1]);

/** 844 and 846 print figures after names, 845 within a sentence, 847 is of no page. */
function readLatch(message: string): IoMessage {
  return {
    kind: "latchTimeout",
    latchType: figure(message, /\btype (\d+)/),
    databaseId: figure(message, /\bdatabase id:? (\d+)/i),
    page: /\bpage \(?(\d+:\d+)/.exec(message)?.[1] ?? null,
    waitSeconds: figure(message, /\bwait(?:ing )?time (\d+)/),
    continues: / Continuing to wait/.test(message),
  };
}

/** In every language only the page is written the same. */
const localisedLatch = (message: string) => ({
  kind: "latchTimeout" as const,
  latchType: null,
  databaseId: null,
  page: /\(?(?<![0-9A-Fa-f:])(\d{1,5}:\d{1,10})(?![\d:])/.exec(message)?.[1] ?? null,
  waitSeconds: null,
});
