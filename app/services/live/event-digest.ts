/**
 * The events of a run, or of a piece of it, without those that a later one has made superfluous.
 * Commands, changes of state and ends of phases all stay, in order. The newest stays of a phase's progress, and
 * of samples told before their end; the sizes of a snapshot are thinned evenly beyond a bound, and beyond another one, if there is
 * one, the oldest records of the ERRORLOG go.
 */
import type { RunEvent } from "../../contract/events.ts";
import { isTimelineEvent, type TimelineEvent } from "../../contract/rpc/timeline-data.ts";

type SnapshotEvent = Extract<TimelineEvent, { kind: "snapshot" }>;
type PhaseEvent = Extract<TimelineEvent, { kind: "phase" }>;
type StateEvent = Extract<TimelineEvent, { kind: "state" }>;

export interface DigestBounds {
  /** Most sizes of one snapshot that are kept. */
  readonly sizes: number;
  /** Records of the ERRORLOG that are kept at least: the newest. Without it: all. */
  readonly records?: number;
}

export class EventDigest {
  readonly #maxSizes: number;
  readonly #recordsKept: number;
  /** By the place in the stream, which is the order of `events`. */
  readonly #kept = new Map<number, TimelineEvent>();
  readonly #openPhases = new Map<string, number>();
  readonly #sizes = new Map<string, number[]>();
  #records: number[] = [];
  #recordsLeftOut = 0;
  /** The place of the newest sample that was told before its end. */
  #partialSample: number | null = null;
  #lastState: { readonly place: number; readonly event: StateEvent } | null = null;
  #place = 0;

  constructor({ sizes, records = Infinity }: DigestBounds) {
    this.#maxSizes = sizes;
    this.#recordsKept = records;
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  get events(): TimelineEvent[] {
    return [...this.#kept.values()];
  }

  /** Records of the ERRORLOG that came and are not among the events. */
  get recordsLeftOut(): number {
    return this.#recordsLeftOut;
  }

  take(events: readonly RunEvent[]): void {
    for (const event of events) {
      if (!isTimelineEvent(event)) continue;
      this.#place += 1;
      this.#dropOlder(event);
      this.#kept.set(this.#place, event);
    }
  }

  #dropOlder(event: TimelineEvent): void {
    switch (event.kind) {
      case "phase":
        this.#phase(event);
        return;
      case "state":
        this.#state(event);
        return;
      case "snapshot":
        this.#size(event);
        return;
      case "errorlog":
        this.#record();
        return;
      case "partialSample":
        if (this.#partialSample !== null) this.#kept.delete(this.#partialSample);
        this.#partialSample = this.#place;
        return;
    }
  }

  #phase({ snapshot, name, startMs, endMs }: PhaseEvent): void {
    const key = JSON.stringify([snapshot, name, startMs]);
    const older = this.#openPhases.get(key);
    if (older !== undefined) this.#kept.delete(older);
    if (endMs === null) this.#openPhases.set(key, this.#place);
    else this.#openPhases.delete(key);
  }

  #record(): void {
    this.#records.push(this.#place);
    // Half of them go at once, so that a record costs the same however many there are.
    if (this.#records.length <= 2 * this.#recordsKept) return;
    const gone = this.#records.splice(0, this.#records.length - this.#recordsKept);
    for (const place of gone) this.#kept.delete(place);
    this.#recordsLeftOut += gone.length;
  }

  /** A state that is told again replaces what was told; another one is a change and stays. */
  #state(event: StateEvent): void {
    const last = this.#lastState;
    if (last !== null && last.event.state === event.state && last.event.pace === event.pace) {
      this.#kept.delete(last.place);
    }
    this.#lastState = { place: this.#place, event };
  }

  #size({ name }: SnapshotEvent): void {
    const places = this.#sizes.get(name) ?? [];
    places.push(this.#place);
    if (places.length <= this.#maxSizes) {
      this.#sizes.set(name, places);
      return;
    }
    // Every second one goes, the newest never does.
    const stays = (_: number, index: number) => (places.length - 1 - index) % 2 === 0;
    const goes = (place: number, index: number) => !stays(place, index);
    for (const place of places.filter(goes)) this.#kept.delete(place);
    this.#sizes.set(name, places.filter(stays));
  }
}
