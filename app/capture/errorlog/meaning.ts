/**
 * Gives each record its meaning as it is read, in order: which kind it is, which error it explains,
 * and the event that the analysis is told of.
 */
import type { ErrorNumbers, EventPlace } from "../../domain/errorlog/events.ts";
import type { Message, MessageKind } from "../../domain/errorlog/messages/message.ts";
import { kindIdOf, messageKinds, recognise } from "../../domain/errorlog/messages/recognise.ts";
import type { FileFacts } from "./file-facts.ts";
import type { SourceTable } from "./source-table.ts";

export interface MeaningOptions {
  /** Position of the file in the capture. */
  readonly file: number;
  readonly originMs: number;
  readonly facts: FileFacts;
  readonly sources: SourceTable;
  /** Whether messages of a kind are worth an event also where they explain no error. */
  readonly wants: (kind: MessageKind) => boolean;
  /** Place and message are an event together; joining them is left to those who need it. */
  readonly onEvent: (place: EventPlace, message: Message, kindId: number) => void;
}

export const otherKindId = kindIdOf("other");

/** Kinds that tell something of the file as a whole. */
const factKinds: ReadonlySet<MessageKind> = new Set([
  "serverBanner",
  "serverName",
  "utcAdjustment",
]);
const isFact: readonly boolean[] = messageKinds.map((kind) => factKinds.has(kind));

/** What a text means. It means the same again, after an error of the same number. */
export interface MeantText {
  readonly text: string;
  /** Number of the error whose header is before it. */
  readonly errorNumber: number | null;
  readonly message: Message;
  readonly kindId: number;
  /** What the text says itself, when it is the header of an error. */
  readonly header: ErrorNumbers | null;
}

export function meantBy(text: string, errorNumber: number | null): MeantText {
  const message = recognise(text, errorNumber);
  const kindId = kindIdOf(message.kind);
  return { text, errorNumber, message, kindId, header: headerOf(message) };
}

function headerOf(message: Message): ErrorNumbers | null {
  if (message.kind !== "errorHeader") return null;
  const { number, severity, state } = message;
  return { number, severity, state };
}

export class Meaning {
  /** Kind of the record that was taken last. */
  kindId = otherKindId;
  /** 0: no error. */
  severity = 0;
  readonly #options: MeaningOptions;
  /** A header whose text is still to come, and where it stands. */
  #pending: MeantText | null = null;
  #pendingRecord = 0;
  #pendingLine = 0;
  #pendingTimeMs = Number.NaN;
  #pendingSourceId = 0;
  /** By kind: whether it is wanted. Most records are of a few kinds, and each asks. */
  readonly #isWanted: readonly boolean[];
  /** What the next record explains. */
  #error: ErrorNumbers | null = null;

  constructor(options: MeaningOptions) {
    this.#options = options;
    this.#isWanted = messageKinds.map(options.wants);
  }

  /** Whether the next record may be the text of an error, whatever it begins with. */
  get expectsText(): boolean {
    return this.#pending !== null;
  }

  get isOther(): boolean {
    return this.kindId === otherKindId;
  }

  /**
   * Number of the error that the next record explains: the text of an error follows its header at
   * once, under the same time and source. Asked once before each `take`.
   */
  errorNumberOf(timeMs: number, sourceId: number): number | null {
    this.#error = null;
    const header = this.#pending?.header ?? null;
    if (header === null) return null;
    if (sourceId !== this.#pendingSourceId || !Object.is(timeMs, this.#pendingTimeMs)) {
      this.finish();
      return null;
    }
    this.#pending = null;
    this.#error = header;
    return header.number;
  }

  /**
   * Whether nothing follows from a text but its kind, as long as it explains no error: then there is
   * no need to `take` its record.
   */
  isDull({ kindId, errorNumber, header }: MeantText): boolean {
    const isPlain = header === null && errorNumber === null && kindId !== otherKindId;
    return isPlain && this.#isWanted[kindId] === false;
  }

  /** NaN as a time: lines that belong to no record, and records without one. */
  take(record: number, line: number, timeMs: number, sourceId: number, meant: MeantText): void {
    const error = this.#error;
    this.kindId = meant.kindId;
    this.severity = error === null ? 0 : error.severity;
    if (meant.header !== null) {
      this.severity = meant.header.severity;
      this.#pending = meant;
      this.#pendingRecord = record;
      this.#pendingLine = line;
      this.#pendingTimeMs = timeMs;
      this.#pendingSourceId = sourceId;
      this.#options.facts.errors += 1;
    } else if (meant.kindId === otherKindId) {
      this.#options.facts.unrecognised += 1;
    } else {
      this.#tell(record, line, timeMs, sourceId, meant, error);
    }
  }

  /** At the end of a file: a header that was cut off from its text is told by itself. */
  finish(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const [record, line, timeMs] = [this.#pendingRecord, this.#pendingLine, this.#pendingTimeMs];
    this.#tell(record, line, timeMs, this.#pendingSourceId, pending, null);
  }

  #tell(
    record: number,
    line: number,
    timeMs: number,
    sourceId: number,
    { text, message, kindId }: MeantText,
    error: ErrorNumbers | null,
  ): void {
    const { file, originMs, facts, sources, onEvent } = this.#options;
    if (isFact[kindId] === true) facts.note(message);
    if (error === null && this.#isWanted[kindId] === false) return;
    const atMs = timeMs - originMs;
    const source = sources.name(sourceId);
    onEvent({ fileIndex: file, record, line, atMs, source, text, error }, message, kindId);
  }
}
