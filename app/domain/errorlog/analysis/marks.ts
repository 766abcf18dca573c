/**
 * Moments worth a mark on the time axis. An error is a record of its own before the one that explains
 * it; the two give one mark.
 */

import type { CaptureMark } from "../../../contract/capture.ts";
import { cutText } from "../../format/cut-text.ts";
import type { ErrorNumbers, EventPlace } from "../events.ts";
import type { Message, MessageKind } from "../messages/message.ts";
import { Kept } from "./kept.ts";
import type { ServerStart } from "./server-starts.ts";

export const maxMarks = 5000;

/** From here on the product speaks of resources that ran out, damage or the end of a connection. */
const markedSeverity = 17;

/** Marked whatever their severity: data, backups or snapshots are at stake. */
const markedErrors: ReadonlySet<number> = new Set([
  665, 823, 824, 825, 844, 845, 1450, 3041, 3420, 5128, 9002, 17_053,
]);

/** 35262 is information, whatever its severity. */
const startSkipped = 35_262;

/** Kinds that get a mark also where the record of the error's numbers is missing. */
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
  "startFailed",
  "fileNotOpened",
  "leaseExpired",
  "clusterFailed",
]);

/** Kinds that may be marked though they explain no error. */
export const isMarkedKind = (kind: MessageKind): boolean =>
  kind === "errorHeader" || markedKinds.has(kind);

/** Without them the others cannot be read, so they outrank every error. */
const alwaysKept = 100;
/** Rank of marks without a severity, which belong among the grave ones. */
const unratedRank = 20;
const maxTitle = 160;

interface KeptMark {
  readonly mark: CaptureMark;
  /** The start that the mark is of: there is no mark once that came to nothing. */
  readonly start: ServerStart | null;
}

export class Marks {
  readonly #kept = new Kept<KeptMark>(maxMarks, ({ mark: { kind, severity } }) =>
    rankOf(kind, severity),
  );
  /** An error whose text has not come. */
  #pending: CaptureMark | null = null;

  /** Whether a record that explains this error can matter here, or ends what is pending. */
  concerns(error: ErrorNumbers | null): boolean {
    return this.#pending !== null || (error !== null && isMarked(error));
  }

  take(place: EventPlace, message: Message): void {
    const { kind } = message;
    if (kind === "errorHeader") {
      this.#flush();
      if (isMarked(message)) this.#pending = markOf(place, kind, message, headerTitle(message));
      return;
    }
    const { error } = place;
    if (error !== null) {
      // Told with its numbers: the mark stands where the text is, under what the text means.
      if (isMarked(error) || markedKinds.has(kind)) this.#add(place, kind, error);
      const { number, record } = this.#pending ?? {};
      if (number === error.number && record === place.record - 1) this.#pending = null;
    } else if (markedKinds.has(kind)) {
      this.#add(place, kind, null);
    }
    this.#flush();
  }

  started(start: ServerStart): void {
    if (start.banner !== null) this.#add(start.banner.place, "serverBanner", null, start);
  }

  /** In order of time. */
  marks(): CaptureMark[] {
    const kept = this.#kept.items().filter(({ start }) => start?.isFailed !== true);
    const all = kept.map(({ mark }) => mark);
    if (this.#pending !== null) all.push(this.#pending);
    return all.sort((a, b) => a.atMs - b.atMs || a.record - b.record);
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  /** The title is made only of what is kept. */
  #add(
    place: EventPlace,
    kind: MessageKind,
    error: ErrorNumbers | null,
    start: ServerStart | null = null,
  ): void {
    if (this.#kept.drops(rankOf(kind, error?.severity ?? null))) return;
    this.#kept.add({ mark: markOf(place, kind, error, titleOf(place)), start });
  }

  #flush(): void {
    if (this.#pending !== null) this.#kept.add({ mark: this.#pending, start: null });
    this.#pending = null;
  }
}

const isMarked = ({ number, severity }: ErrorNumbers): boolean =>
  (severity >= markedSeverity && number !== startSkipped) || markedErrors.has(number);

const rankOf = (kind: string, severity: number | null): number =>
  kind === "serverBanner" || kind === "serverStopping" || kind === "snapshotSuspect"
    ? alwaysKept
    : (severity ?? unratedRank);

function markOf(
  { atMs, fileIndex, record }: EventPlace,
  kind: MessageKind,
  error: ErrorNumbers | null,
  title: string,
): CaptureMark {
  return {
    atMs,
    file: fileIndex,
    record,
    kind,
    number: error?.number ?? null,
    severity: error?.severity ?? null,
    title,
  };
}

const headerTitle = ({ number, severity, state }: ErrorNumbers): string =>
  `Error ${number}, severity ${severity}, state ${state}`;

function titleOf({ text }: EventPlace): string {
  const end = text.search(/[\r\n]/);
  const line = (end < 0 ? text : text.slice(0, end)).trim();
  return cutText(line, maxTitle);
}
