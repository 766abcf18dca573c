/** What the columns of a result are, by their names: of the view itself, and of the scripts over it. */

export interface WaitColumns {
  readonly type: number;
  /** Position of each; -1 where there is none. */
  readonly tasks: number;
  readonly wait: number;
  readonly max: number;
  readonly signal: number;
  /** Wait without signal, which some scripts give in its place. */
  readonly resource: number;
  readonly time: number;
  readonly server: number;
  /** Scripts give seconds where the view gives milliseconds. */
  readonly inSeconds: boolean;
  /** Made by a script that leaves out what it takes for harmless, or for small. */
  readonly selected: boolean;
}

const names = {
  type: ["waittype", "wait", "waitname"],
  tasks: [
    "waitingtaskscount",
    "waitingtasks",
    "waitcount",
    "waitscount",
    "waitingtaskcount",
    "taskscount",
    "numberofwaits",
  ],
  waitMs: ["waittimems", "waitms", "totalwaitms", "totalwaittimems"],
  waitSeconds: [
    "waits",
    "waittimes",
    "waittimesec",
    "waittimeseconds",
    "waitseconds",
    "waitsec",
    "totalwaitseconds",
    "totalwaittimeseconds",
    "totalwaittimes",
  ],
  maxMs: ["maxwaittimems", "maxwaitms"],
  maxSeconds: ["maxwaits", "maxwaittimes", "maxwaitseconds", "maxwaittimeseconds"],
  signalMs: ["signalwaittimems", "signalwaitms", "signalms", "signaltimems"],
  signalSeconds: [
    "signals",
    "signalwaits",
    "signalwaittimes",
    "signalwaitseconds",
    "signalwaittimeseconds",
    "signalseconds",
  ],
  resourceMs: ["resourcewaittimems", "resourcewaitms", "resourcems"],
  resourceSeconds: ["resources", "resourcewaits", "resourcewaittimes", "resourcewaitseconds"],
  share: ["percentage", "pct", "waitpct", "percentwait", "runningpct", "avgwaits", "avgwaitms"],
  time: [
    "capturetime",
    "capturedate",
    "capturedatetime",
    "capturedat",
    "collectiontime",
    "collectiondate",
    "collecteddate",
    "datecollected",
    "sampletime",
    "sampledate",
    "snapshottime",
    "snapshotdate",
    "checkdate",
    "logdate",
    "logtime",
    "runtime",
    "rundate",
    "eventtime",
    "recordedat",
    "timestamp",
    "datetime",
    "time",
  ],
  server: [
    "server",
    "servername",
    "instance",
    "instancename",
    "sqlinstance",
    "sqlserver",
    "machinename",
    "computername",
  ],
} as const;

/** "Wait_S", "[wait_s]" and "WaitS" are one name. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Null for a row that is no header: it names no type of waits, or no time of them. */
export function columnsOf(cells: readonly string[]): WaitColumns | null {
  // Rows of data have numbers; the names of a header never have that many cells.
  if (cells.length < 2 || cells.length > 200) return null;
  const found = cells.map(plain);
  const at = (wanted: readonly string[]) => found.findIndex((name) => wanted.includes(name));
  const either = (inMs: readonly string[], inSeconds: readonly string[], seconds: boolean) =>
    at(seconds ? inSeconds : inMs);
  const type = at(names.type);
  const inSeconds = at(names.waitMs) < 0;
  const wait = either(names.waitMs, names.waitSeconds, inSeconds);
  if (type < 0 || wait < 0) return null;
  return {
    type,
    wait,
    tasks: at(names.tasks),
    max: either(names.maxMs, names.maxSeconds, inSeconds),
    signal: either(names.signalMs, names.signalSeconds, inSeconds),
    resource: either(names.resourceMs, names.resourceSeconds, inSeconds),
    time: at(names.time),
    server: at(names.server),
    inSeconds,
    selected: at(names.share) >= 0,
  };
}

/** The columns of the view, where a grid is copied without its header. */
export const viewColumns: WaitColumns = {
  type: 0,
  tasks: 1,
  wait: 2,
  max: 3,
  signal: 4,
  resource: -1,
  time: -1,
  server: -1,
  inSeconds: false,
  selected: false,
};

export const isWaitType = (cell: string): boolean => /^[A-Za-z][A-Za-z0-9_]{1,59}$/.test(cell);

/** A row of the view, without which a text without header is none. */
export const isViewRow = (cells: readonly string[]): boolean =>
  cells.length === 5 &&
  /^[A-Z][A-Za-z0-9_]{1,59}$/.test(cells[0] ?? "") &&
  cells.slice(1).every((cell) => /^\d[\d.,' ]{0,30}$/.test(cell));
