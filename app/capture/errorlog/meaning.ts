/**
 * Gives each record its meaning as it is read, in order: which kind it is, which error it explains,
 * and the event that the analysis is told of.
 */
import type { ErrorNumbers, EventPlace } from "../../domain/errorlog/events.ts";
import type { Message, MessageKind } from "../../domain/errorlog/messages/message.ts";
import { messageKinds, recognise } from "../../domain/errorlog/messages/recognise.ts";
import type { FileFacts } from "./file-facts.ts";

/** Where a record stands; the text is decoded only when it is needed. */
export interface RecordPlace {
  readonly record: number;
  readonly line: number;
  /** NaN: lines that belong to no record, and records without a time. */
  readonly timeMs: number;
  readonly source: string;
}

export interface MeaningOptions {
  /** Position of the file in the capture. */
  readonly file: number;
  readonly originMs: number;
  readonly facts: FileFacts;
  /** Place and message are an event together; joining them is left to those who need it. */
  readonly onEvent: (place: EventPlace, message: Message) => void;
}

const kindIds: ReadonlyMap<MessageKind, number> = new Map(
  messageKinds.map((kind, id) => [kind, id]),
);
export const otherKindId = kindIds.get("other") ?? 0;

type ErrorHeader = Extract<Message, { kind: "errorHeader" }>;

/** A header whose text is still to come. */
interface PendingError {
  readonly place: RecordPlace;
  readonly text: string;
  readonly header: ErrorHeader;
}

export class Meaning {
  /** Of the record that was taken last. */
  kindId = otherKindId;
  /** 0: no error. */
  severity = 0;
  readonly #options: MeaningOptions;
  #pending: PendingError | null = null;

  constructor(options: MeaningOptions) {
    this.#options = options;
  }

  /** Whether the next record may be the text of an error, whatever it begins with. */
  get expectsText(): boolean {
    return this.#pending !== null;
  }

  get isOther(): boolean {
    return this.kindId === otherKindId;
  }

  take(place: RecordPlace, text: string): void {
    const error = this.#explain(place);
    const message = recognise(text, error?.number ?? null);
    this.kindId = kindIds.get(message.kind) ?? otherKindId;
    this.severity = error?.severity ?? 0;
    if (message.kind === "errorHeader") this.#begin(place, text, message);
    else if (message.kind === "other") this.#options.facts.unrecognised += 1;
    else this.#tell(place, text, error, message);
  }

  /** At the end of a file: a header that was cut off from its text is told by itself. */
  finish(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) this.#tell(pending.place, pending.text, null, pending.header);
  }

  /** The text of an error follows at once, under the same time and source. */
  #explain(place: RecordPlace): ErrorNumbers | null {
    const pending = this.#pending;
    if (pending === null) return null;
    const { timeMs, source } = pending.place;
    if (source !== place.source || !Object.is(timeMs, place.timeMs)) {
      this.finish();
      return null;
    }
    this.#pending = null;
    const { number, severity, state } = pending.header;
    return { number, severity, state };
  }

  #begin(place: RecordPlace, text: string, header: ErrorHeader): void {
    this.#pending = { place, text, header };
    this.severity = header.severity;
    this.#options.facts.errors += 1;
  }

  #tell(place: RecordPlace, text: string, error: ErrorNumbers | null, message: Message): void {
    const { file, originMs, facts, onEvent } = this.#options;
    facts.note(message);
    if (Number.isNaN(place.timeMs)) return;
    const { record, line, timeMs, source } = place;
    onEvent(
      { fileIndex: file, record, line, atMs: timeMs - originMs, source, text, error },
      message,
    );
  }
}
