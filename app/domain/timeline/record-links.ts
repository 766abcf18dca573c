/**
 * Ties ERRORLOG records to the phases that they tell of. Up to "Starting up database" the messages
 * name files, not the snapshot: until the same session starts the database, only the time tells.
 */
import type { PhaseName } from "../../contract/phase.ts";
import type { Message } from "../errorlog/messages/message.ts";
import { databaseOf, phaseOfKind, recognise } from "../errorlog/messages/recognise.ts";
import type { Band, TimelineRecord } from "./timeline.ts";

/** Logs print hundredths of a second. */
const resolutionMs = 10;

/** What a record is about, as far as its text says. */
export interface Subject {
  readonly phase: PhaseName | null;
  readonly snapshot: string | null;
}

/** Messages of files and checkpoints name no database: nothing but the phase is known then. */
export const subjectOf = (message: Message): Subject => ({
  phase: phaseOfKind(message),
  snapshot: databaseOf(message),
});

/** A record as it is read, before it is tied to a band. */
export interface ReadRecord {
  readonly line: number;
  readonly atMs: number;
  readonly source: string;
  readonly text: string;
}

interface Held {
  record: TimelineRecord;
  readonly atMs: number;
  subject: Subject;
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

export class RecordTable {
  readonly #held: Held[] = [];
  /** Records whose band is not known, or not yet. */
  #loose = new Set<number>();
  /** Positions of a session's records of files, until it says for which snapshot they are. */
  readonly #unnamed = new Map<string, number[]>();
  #list: readonly TimelineRecord[] | null = null;

  /** The same array until a record comes or is tied anew. */
  get list(): readonly TimelineRecord[] {
    this.#list ??= this.#held.map(({ record }) => record);
    return this.#list;
  }

  take({ line, atMs, source, text }: ReadRecord): void {
    const index = this.#held.length;
    const before = this.#held.at(-1)?.atMs;
    // The first line holds the message; what follows continues it.
    const message = recognise(firstLine(text), null);
    const record: TimelineRecord = {
      index,
      file: null,
      line,
      atMs,
      sinceMs: before === undefined ? null : atMs - before,
      source,
      text,
      kind: message.kind,
      phase: null,
      bandId: null,
      database: null,
      error: null,
      cut: false,
    };
    const subject = subjectOf(message);
    this.#held.push({ record, atMs, subject });
    if (subject.phase !== null) this.#loose.add(index);
    this.#name(message, source, index);
    this.#list = null;
  }

  #name(message: Message, source: string, index: number): void {
    const unnamed = this.#unnamed.get(source) ?? [];
    switch (message.kind) {
      case "creatingFile":
        // After it opened some, a session that creates files has begun another creation.
        this.#unnamed.set(source, this.#hasOpened(unnamed) ? [index] : [...unnamed, index]);
        return;
      case "closingFile":
      case "openingFile":
        this.#unnamed.set(source, [...unnamed, index]);
        return;
      case "startingUp":
        for (const earlier of unnamed) {
          const held = this.#held[earlier];
          if (held !== undefined) held.subject = { ...held.subject, snapshot: message.database };
          this.#loose.add(earlier);
        }
        this.#unnamed.delete(source);
        return;
      default:
    }
  }

  #hasOpened(records: readonly number[]): boolean {
    return records.some((index) => this.#held[index]?.record.kind === "openingFile");
  }

  /** Ties what is loose. Bands may come after their records, so this is called again. */
  link(bands: readonly Band[]): void {
    if (this.#loose.size === 0) return;
    const byPhase = Map.groupBy(bands, (band) => band.phase);
    const still = new Set<number>();
    for (const index of this.#loose) {
      const held = this.#held[index];
      if (held === undefined) continue;
      const { subject, record, atMs } = held;
      const band = bandOf(subject, atMs, byPhase.get(subject.phase) ?? []);
      if (band === undefined) still.add(index);
      else if (record.bandId !== band.id) {
        held.record = { ...record, phase: subject.phase, bandId: band.id };
        this.#list = null;
      }
    }
    this.#loose = still;
  }
}

/** Of the bands of its phase, the latest that was under way when the record was written. */
function bandOf(subject: Subject, atMs: number, bands: readonly Band[]): Band | undefined {
  const named = bands.filter(
    ({ snapshot }) => subject.snapshot === null || snapshot === subject.snapshot,
  );
  // FlushCache is written when a checkpoint ends; another may be under way by then.
  if (subject.phase === "checkpoint") {
    return named.find(({ endMs }) => endMs !== null && Math.abs(endMs - atMs) < resolutionMs);
  }
  return named.findLast(
    ({ startMs, endMs }) =>
      startMs <= atMs + resolutionMs && (endMs === null || atMs <= endMs + resolutionMs),
  );
}
