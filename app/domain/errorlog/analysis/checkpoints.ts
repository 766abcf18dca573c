/**
 * Checkpoints from FlushCache lines of every generation, and from those of trace flag 3502. Where a
 * log has both, they are one phase: the flag's lines give its ends, FlushCache gives its figures.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Creation } from "./creation.ts";
import type { DatabaseNames } from "./database-names.ts";
import { atLeast, derived, type Edge, logged, makePhase } from "./edges.ts";
import { addFlush } from "./flush-figures.ts";
import { FlushPairing } from "./flush-pairing.ts";
import { each, type Handlers, type MessageOf, PhaseFollower } from "./follower.ts";
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

export class Checkpoints extends PhaseFollower {
  protected readonly handlers: Handlers = {
    flushCache: (place, message) => this.#flushed(place, message),
    ...each(["flushThroughput", "flushWriteRate", "flushTarget"], (place, message) =>
      this.#pairing.takeDetail(place, message),
    ),
    checkpointStarted: (place, { databaseId }) => this.#started(place, databaseId),
    checkpointPhase1Ended: ({ atMs }, { databaseId }) => this.#phase1Ended(databaseId, atMs),
    checkpointComplete: ({ atMs }, { databaseId }) => this.#completed(databaseId, atMs),
  };

  readonly #options: CheckpointsOptions;
  readonly #pairing = new FlushPairing();
  /** Under way, by database. */
  readonly #traced = new RecentMap<number, Traced>(maxFollowedDatabases);
  /** Complete, and without figures. */
  #unflushed: { readonly traced: Traced; readonly phase: Phase }[] = [];

  constructor(options: CheckpointsOptions) {
    super();
    this.#options = options;
  }

  restarted(): void {
    for (const traced of this.#traced.values()) this.#breakOff(traced);
    this.#traced.clear();
  }

  protected override openPhases(): readonly Phase[] {
    return this.#traced.values().map((traced) => this.#openPhase(traced));
  }

  #flushed(place: EventPlace, message: MessageOf<"flushCache">): void {
    const figures = this.#figuresFor(place, message);
    if (figures !== null) addFlush(figures, message);
    this.#pairing.takeFlush(place, message, figures);
  }

  /** Where the figures of a line belong; null: to a phase that is not kept. */
  #figuresFor(place: EventPlace, message: MessageOf<"flushCache">): Phase["figures"] | null {
    const unflushed = this.#unflushedOf(place, message);
    if (unflushed !== null) return unflushed.phase.figures;
    const traced = this.#tracedOf(place.source, message.databaseId);
    const creation = traced === null ? this.#options.ofCheckpoint(place.source) : null;
    if (traced === null && creation === null && this.kept.drops(message.durationMs)) return null;
    const phase = flushPhase(place.atMs, message, this.#options.names);
    if (traced !== null) traced.flush = { phase, atMs: place.atMs };
    else this.#keep(phase, creation);
    return phase.figures;
  }

  #started({ source, atMs }: EventPlace, databaseId: number): void {
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
  #completed(databaseId: number, atMs: number): void {
    const traced = this.#traced.get(databaseId);
    if (traced === undefined) return;
    this.#traced.delete(databaseId);
    const phase = this.#tracedPhase(traced, logged(atMs));
    this.#keep(phase, this.#options.ofCheckpoint(traced.source));
    if (traced.flush !== null) return;
    this.#unflushed.push({ traced, phase });
    if (this.#unflushed.length > maxUnflushed) this.#unflushed.shift();
  }

  /** No "complete" came before the next start: its end is unknown. */
  #breakOff(traced: Traced): void {
    const end = traced.flush === null ? atLeast(traced.startMs) : logged(traced.flush.atMs);
    this.#keep(this.#tracedPhase(traced, end), this.#options.ofCheckpoint(traced.source));
  }

  #openPhase(traced: Traced): Phase {
    return this.#tracedPhase(traced, traced.flush === null ? null : atLeast(traced.flush.atMs));
  }

  /** The object of the flush stays in use: lines that are paired later still find it. */
  #tracedPhase(traced: Traced, end: Edge | null): Phase {
    const { databaseId, startMs, phase1Ms, flush } = traced;
    const database = this.#options.names.nameOf(databaseId);
    const figures = flush?.phase.figures ?? {};
    Object.assign(figures, { databaseId }, phase1Ms === null ? {} : { phase1Ms });
    return makePhase("checkpoint", { database }, logged(startMs), end, figures);
  }

  #keep(phase: Phase, creation: Creation | null): void {
    if (creation === null) this.kept.add(phase);
    else creation.checkpoints.push(phase);
  }

  /** Before 2012 the line names no database: then the session has to do. */
  #tracedOf(source: string, databaseId: number | null): Traced | null {
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

  #unflushedOf(
    { source, atMs }: EventPlace,
    { databaseId, durationMs }: MessageOf<"flushCache">,
  ): { readonly phase: Phase } | null {
    // Nearly always there is none that ended just now.
    const latest = this.#unflushed.at(-1);
    if (latest === undefined || !isJustOver(latest.phase, atMs)) return null;
    const found = this.#unflushed.findLast(
      ({ traced, phase }) =>
        (databaseId === null ? traced.source === source : traced.databaseId === databaseId) &&
        isJustOver(phase, atMs) &&
        atMs - durationMs >= traced.startMs - maxFromCompleteMs,
    );
    if (found === undefined) return null;
    this.#unflushed = this.#unflushed.filter((other) => other !== found);
    return found;
  }
}

const isJustOver = ({ endMs }: Phase, atMs: number): boolean =>
  Math.abs(atMs - (endMs ?? atMs)) <= maxFromCompleteMs;

/** The message is written at the end of a checkpoint and says how long it took. */
function flushPhase(
  atMs: number,
  { durationMs, databaseId }: MessageOf<"flushCache">,
  names: DatabaseNames,
): Phase {
  const of = { database: names.nameOf(databaseId) };
  return makePhase("checkpoint", of, derived(atMs - durationMs), logged(atMs), {});
}
