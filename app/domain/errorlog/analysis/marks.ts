/**
 * Moments worth a mark on the time axis. An error is a record of its own before the one that explains
 * it; the two give one mark.
 */
import type { CaptureMark } from "../../../contract/capture.ts";
import type { ErrorNumbers, LogEvent } from "../events.ts";
import type { MessageKind } from "../messages/message.ts";
import { Kept } from "./kept.ts";

export const maxMarks = 5000;

/** From here on the product speaks of resources that ran out, damage or the end of a connection. */
const markedSeverity = 17;

/** Marked whatever their severity: data, backups or snapshots are at stake. */
const markedErrors: ReadonlySet<number> = new Set([
  665, 823, 824, 825, 844, 845, 1450, 3041, 3420, 5128, 9002, 17_053,
]);

/** Of these a mark is made also where the record of the error's numbers is missing. */
const markedKinds: ReadonlySet<MessageKind> = new Set<MessageKind>([
  "snapshotSuspect",
  "sparseFileFull",
  "snapshotNotStarted",
  "fileSystemLimit",
  "ioError",
  "logicalIoError",
  "readRetried",
  "logFull",
  "latchTimeout",
  "backupFailed",
  "reverting",
  "serverStopping",
]);

/** Kinds that may be marked though they explain no error. */
export const isMarkedKind = (kind: MessageKind): boolean =>
  kind === "errorHeader" || markedKinds.has(kind);

/** Without them the others cannot be read, so they outrank every error. */
const alwaysKept = 100;
/** Of marks without a severity: they belong among the grave ones. */
const unratedRank = 20;
const maxTitle = 160;

export class Marks {
  readonly #kept = new Kept<CaptureMark>(maxMarks, rankOf);
  /** An error whose text has not come. */
  #pending: CaptureMark | null = null;

  /** Whether an event can matter here: most cannot, and there are many. */
  concerns(event: LogEvent, isOfMarkedKind: boolean): boolean {
    return isOfMarkedKind || event.error !== null || this.#pending !== null;
  }

  take(event: LogEvent): void {
    if (event.kind === "errorHeader") {
      this.#flush();
      if (isMarked(event)) this.#pending = markOf(event, event, headerTitle(event));
      return;
    }
    const pending = this.#pending;
    if (event.error !== null) {
      // Told with its numbers: the mark stands where the text is, under what the text means.
      if (isMarked(event.error)) this.#kept.add(markOf(event, event.error, titleOf(event)));
      if (pending?.number === event.error.number) this.#pending = null;
    } else if (markedKinds.has(event.kind)) {
      this.#kept.add(markOf(event, null, titleOf(event)));
    }
    this.#flush();
  }

  started(event: LogEvent): void {
    this.#kept.add(markOf(event, null, titleOf(event)));
  }

  /** In order of time. */
  marks(): CaptureMark[] {
    const all = [...this.#kept.items(), ...(this.#pending === null ? [] : [this.#pending])];
    return all.sort((a, b) => a.atMs - b.atMs || a.record - b.record);
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #flush(): void {
    if (this.#pending !== null) this.#kept.add(this.#pending);
    this.#pending = null;
  }
}

const isMarked = ({ number, severity }: ErrorNumbers): boolean =>
  severity >= markedSeverity || markedErrors.has(number);

const rankOf = ({ kind, severity }: CaptureMark): number =>
  kind === "serverBanner" || kind === "serverStopping" || kind === "snapshotSuspect"
    ? alwaysKept
    : (severity ?? unratedRank);

function markOf(event: LogEvent, error: ErrorNumbers | null, title: string): CaptureMark {
  const { atMs, record, kind } = event;
  return {
    atMs,
    record,
    kind,
    number: error?.number ?? null,
    severity: error?.severity ?? null,
    title,
  };
}

const headerTitle = ({ number, severity, state }: ErrorNumbers): string =>
  `Error ${number}, severity ${severity}, state ${state}`;

function titleOf({ text }: LogEvent): string {
  const end = text.search(/[\r\n]/);
  const line = (end < 0 ? text : text.slice(0, end)).trim();
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle - 1)}…`;
}
