/**
 * Checkpoints from FlushCache lines of every generation, and from those of trace flag 3502. Where a
 * log has both, they are one phase: the flag's lines give its ends, FlushCache gives its figures.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import type { Creation } from "./creations.ts";
import type { DatabaseNames } from "./database-names.ts";
import { bound, derived, type Edge, logged, makePhase } from "./edges.ts";
import { type FlushDetail, FlushPairing } from "./flush-pairing.ts";
import { type EventOf, type Follower, keptPhases } from "./follower.ts";
import { maxFollowedDatabases, RecentMap } from "./recent-map.ts";

/** A FlushCache line is written as its checkpoint ends; "complete" stands right before or after. */
const maxFromCompleteMs = 1000;
/** Checkpoints of flag 3502 that may still find their FlushCache line. */
const maxUnflushed = 16;

interface Traced {
  readonly databaseId: number;
  readonly source: string;
  readonly startMs: number;
  phase1Ms: number | null;
  flush: { readonly phase: Phase; readonly atMs: number } | null;
}

export interface CheckpointsOptions {
  /** The creation that a session's checkpoint belongs to, now. */
  readonly ofCheckpoint: (source: string) => Creation | null;
  readonly names: DatabaseNames;
}

export class Checkpoints implements Follower {
  readonly kinds = [
    "flushCache",
    "flushThroughput",
    "flushWriteRate",
    "flushTarget",
    "checkpointStarted",
    "checkpointPhase1Ended",
    "checkpointComplete",
  ] as const;

  readonly #options: CheckpointsOptions;
  readonly #kept = keptPhases();
  readonly #pairing = new FlushPairing();
  /** Under way, by database. */
  readonly #traced = new RecentMap<number, Traced>(maxFollowedDatabases);
  /** Complete, and without figures. */
  #unflushed: { readonly traced: Traced; readonly phase: Phase }[] = [];

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  take(event: LogEvent): void {
    switch (event.kind) {
      case "flushCache":
        this.#flushed(event);
        return;
      case "flushThroughput":
      case "flushWriteRate":
      case "flushTarget":
        this.#pairing.takeDetail(event);
        return;
      case "checkpointStarted":
        this.#started(event);
        return;
      case "checkpointPhase1Ended":
        this.#phase1Ended(event.databaseId, event.atMs);
        return;
      case "checkpointComplete":
        this.#completed(event);
        return;
      default:
        return;
    }
  }

  restarted(): void {
    for (const traced of this.#traced.values()) this.#breakOff(traced);
    this.#traced.clear();
  }

  phases(): readonly Phase[] {
    const open = this.#traced.values().map((traced) => this.#openPhase(traced));
    return [...this.#kept.items(), ...open];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #flushed(event: EventOf<"flushCache">): void {
    const unflushed = this.#unflushedOf(event);
    const traced = unflushed === null ? this.#tracedOf(event) : null;
    const phase = unflushed?.phase ?? flushPhase(event, this.#options.names);
    if (unflushed !== null) Object.assign(phase.figures, flushFigures(event));
    else if (traced !== null) traced.flush = { phase, atMs: event.atMs };
    else this.#keep(phase, event.source);
    this.#pairing.takeFlush({
      flush: event,
      onDetail: (detail) => Object.assign(phase.figures, detailFigures(detail)),
    });
  }

  #started(event: EventOf<"checkpointStarted">): void {
    const { databaseId, source, atMs } = event;
    const before = this.#traced.get(databaseId);
    if (before !== undefined) this.#breakOff(before);
    this.#traced.set(databaseId, {
      databaseId,
      source,
      startMs: atMs,
      phase1Ms: null,
      flush: null,
    });
  }

  #phase1Ended(databaseId: number, atMs: number): void {
    const traced = this.#traced.get(databaseId);
    if (traced !== undefined) traced.phase1Ms = Math.max(0, atMs - traced.startMs);
  }

  /** Without its start there is nothing to show but the FlushCache line, which stands for itself. */
  #completed({ databaseId, atMs }: EventOf<"checkpointComplete">): void {
    const traced = this.#traced.get(databaseId);
    if (traced === undefined) return;
    this.#traced.delete(databaseId);
    const phase = this.#tracedPhase(traced, logged(atMs));
    this.#keep(phase, traced.source);
    if (traced.flush !== null) return;
    this.#unflushed.push({ traced, phase });
    if (this.#unflushed.length > maxUnflushed) this.#unflushed.shift();
  }

  /** No "complete" came before the next start: its end is unknown. */
  #breakOff(traced: Traced): void {
    const end = traced.flush === null ? bound(traced.startMs) : logged(traced.flush.atMs);
    this.#keep(this.#tracedPhase(traced, end), traced.source);
  }

  #openPhase(traced: Traced): Phase {
    return this.#tracedPhase(traced, traced.flush === null ? null : bound(traced.flush.atMs));
  }

  /** The object of the flush stays in use: lines that are paired later still find it. */
  #tracedPhase(traced: Traced, end: Edge | null): Phase {
    const { databaseId, startMs, phase1Ms, flush } = traced;
    const database = this.#options.names.nameOf(databaseId);
    const figures = flush?.phase.figures ?? {};
    Object.assign(figures, { databaseId }, phase1Ms === null ? {} : { phase1Ms });
    const phase = makePhase("checkpoint", { database }, logged(startMs), end);
    phase.figures = figures;
    return phase;
  }

  #keep(phase: Phase, source: string): void {
    const creation = this.#options.ofCheckpoint(source);
    if (creation === null) this.#kept.add(phase);
    else creation.checkpoints.push(phase);
  }

  /** Before 2012 the line names no database: then the session has to do. */
  #tracedOf({ databaseId, source }: EventOf<"flushCache">): Traced | null {
    const fits = (traced: Traced) => traced.flush === null;
    if (databaseId !== null) {
      const traced = this.#traced.get(databaseId);
      return traced !== undefined && fits(traced) ? traced : null;
    }
    if (this.#traced.size === 0) return null;
    return (
      this.#traced.values().findLast((traced) => traced.source === source && fits(traced)) ?? null
    );
  }

  #unflushedOf(event: EventOf<"flushCache">): { readonly phase: Phase } | null {
    const { databaseId, source, atMs, durationMs } = event;
    const found = this.#unflushed.findLast(
      ({ traced, phase }) =>
        (databaseId === null ? traced.source === source : traced.databaseId === databaseId) &&
        Math.abs(atMs - (phase.endMs ?? atMs)) <= maxFromCompleteMs &&
        atMs - durationMs >= traced.startMs - maxFromCompleteMs,
    );
    if (found === undefined) return null;
    this.#unflushed = this.#unflushed.filter((other) => other !== found);
    return found;
  }
}

/** The message is written at the end of a checkpoint and says how long it took. */
function flushPhase(event: EventOf<"flushCache">, names: DatabaseNames): Phase {
  const { atMs, durationMs, databaseId } = event;
  const of = { database: names.nameOf(databaseId) };
  const start = derived(atMs - durationMs);
  return makePhase("checkpoint", of, start, logged(atMs), flushFigures(event));
}

function flushFigures(event: EventOf<"flushCache">): Phase["figures"] {
  const { buffers, writes, durationMs, avoided, databaseId } = event;
  return {
    buffers,
    writes,
    durationMs,
    avoided,
    ...(writes > 0 ? { pagesPerWrite: Math.round((buffers / writes) * 100) / 100 } : {}),
    ...(databaseId === null ? {} : { databaseId }),
  };
}

function detailFigures(detail: FlushDetail): Phase["figures"] {
  switch (detail.kind) {
    case "flushThroughput": {
      const { megabytesPerSecond, ioSaturation, contextSwitches } = detail;
      return {
        megabytesPerSecond,
        ioSaturation,
        ...(contextSwitches === null ? {} : { contextSwitches }),
      };
    }
    case "flushWriteRate":
      return { writesPerSecond: detail.writesPerSecond };
    case "flushTarget": {
      const { lastTargetOutstanding, averageWriteLatencyMs } = detail;
      return {
        lastTargetOutstanding,
        ...(averageWriteLatencyMs === null ? {} : { averageWriteLatencyMs }),
      };
    }
  }
}
