/**
 * Starts and stops of the server. A banner alone proves no start: a log that was cycled begins with
 * one too. It is a start once the server says that it starts databases or is ready, and none that
 * completed when what it cannot do without was not to be had.
 */

import type { Evidence } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { atLeast, type Edge, logged, makePhase } from "./edges.ts";
import { toEvidence } from "./evidence.ts";
import { type FailedStartGroup, FailedStarts, StartFailures } from "./failed-starts.ts";
import { type Follower, keptPhases, type Placed } from "./follower.ts";

export interface ServerStart {
  readonly banner: Placed<"serverBanner">;
  /** The last event before it of which the analysis was told; null: the logs begin with it. */
  readonly before: Evidence | null;
  /** An orderly shut-down is logged before it, or a start that failed. */
  readonly stopped: boolean;
  /** It came to nothing; told only by what comes later. */
  readonly isFailed: boolean;
}

/** A start that says nothing for so long, while the log goes on, is over. */
const maxSilenceMs = 5 * 60_000;
/** Errors of a start that ends without a word of the cause. */
const maxErrors = 3;
/** From here on an error may be why. */
const graveSeverity = 14;

/** From one banner to the next; without a banner where the log begins amid a start. */
class Attempt {
  readonly banner: Placed<"serverBanner"> | null;
  /** The last event before it. */
  readonly before: Evidence | null;
  failures = new StartFailures();
  isConfirmed = false;
  /** The server was asked to stop. */
  isStopped = false;
  /** The process ended itself. */
  hasEnded = false;
  readyMs: number | null = null;
  lastSignMs: number;
  pid: number | null = null;
  readonly #errors: EventPlace[] = [];

  constructor(banner: Placed<"serverBanner"> | null, before: Evidence | null) {
    this.banner = banner;
    this.before = before;
    this.lastSignMs = banner?.place.atMs ?? Number.NaN;
  }

  /** So far nothing shows that it is more than the first record of a log. */
  get isBare(): boolean {
    return !this.isConfirmed && this.readyMs === null;
  }

  /** After readiness a failure counts only where the server ends of it. */
  get isFailed(): boolean {
    if (this.isStopped) return false;
    if (this.readyMs === null) return this.failures.areSeen || this.hasEnded;
    return this.failures.areSeen && this.hasEnded;
  }

  sign(atMs: number): void {
    if (atMs >= this.lastSignMs && atMs - this.lastSignMs <= maxSilenceMs) this.lastSignMs = atMs;
  }

  ready(atMs: number): void {
    if (this.readyMs !== null) return;
    this.readyMs = atMs;
    // What was wrong did not keep it from coming up.
    this.failures = new StartFailures();
  }

  error(place: EventPlace): void {
    if (this.readyMs !== null || (place.error?.severity ?? 0) < graveSeverity) return;
    if (this.#errors.length >= maxErrors) this.#errors.shift();
    this.#errors.push(place);
  }

  end(place: EventPlace): void {
    if (this.readyMs === null && !this.failures.areSeen) {
      // A process that ran since long before ends for other reasons.
      if (!(place.atMs - this.lastSignMs <= maxSilenceMs)) return;
      if (!this.hasEnded) for (const error of this.#errors) this.failures.show(error);
    }
    this.failures.show(place);
    this.hasEnded = true;
  }

  phase(reachedMs: number | null): Phase | null {
    const { banner } = this;
    if (banner === null || this.isFailed) return null;
    if (this.readyMs !== null) return startPhase(banner, logged(this.readyMs));
    const isOpen =
      reachedMs !== null && !this.isStopped && reachedMs - this.lastSignMs <= maxSilenceMs;
    if (isOpen) return startPhase(banner, null);
    // Nothing but a banner, and then something else: no start.
    return this.isConfirmed ? startPhase(banner, atLeast(this.lastSignMs)) : null;
  }
}

export class ServerStarts implements Follower {
  readonly kinds = [
    "serverBanner",
    "serverName",
    "serverProcess",
    "utcAdjustment",
    "startupParameters",
    "processorsDetected",
    "memoryDetected",
    "logCycled",
    "startingUp",
    "allRecovered",
    "serverReady",
    "serverStopping",
    "serverEnding",
    "startFailed",
    "databaseNotStarted",
    "fileNotOpened",
    "errorText",
  ] as const;

  readonly #kept = keptPhases();
  readonly #failed = new FailedStarts();
  #attempt: Attempt | null = null;
  #latest: ServerStart | null = null;
  #last: EventPlace | null = null;
  #stopped = false;
  /** Of the process that runs. */
  #pid: number | null = null;
  #reachedMs = Number.NEGATIVE_INFINITY;

  /** Whether the message shows that the server was started anew. */
  takeStart(place: EventPlace, message: Message): boolean {
    const before = this.#latest;
    this.take(place, message);
    return this.#latest !== before;
  }

  take(place: EventPlace, message: Message): void {
    switch (message.kind) {
      case "serverBanner":
        this.#begin({ place, message });
        return;
      case "serverProcess":
        if (this.#pid !== null && this.#pid === message.pid) this.#dropBare();
        else if (this.#attempt !== null) this.#attempt.pid = message.pid;
        break;
      case "logCycled":
        this.#dropBare();
        return;
      case "startingUp":
        if (message.database === "master") this.#confirm();
        break;
      case "serverReady":
        this.#confirm();
        this.#attempt?.ready(place.atMs);
        return;
      case "serverStopping":
        this.#stopped = true;
        if (this.#attempt !== null) this.#attempt.isStopped = true;
        return;
      case "serverEnding":
        this.#attempt?.end(place);
        return;
      case "startFailed":
        this.#attempt ??= new Attempt(null, null);
        this.#attempt.failures.add(place, message);
        return;
      case "databaseNotStarted":
      case "fileNotOpened":
      case "errorText":
        this.#attempt?.error(place);
        return;
      default:
    }
    this.#attempt?.sign(place.atMs);
  }

  /** The last record before a banner is evidence of how the server ended. */
  see(place: EventPlace): void {
    this.#last = place;
  }

  /** How far the log goes, whatever it speaks of. */
  reached(atMs: number): void {
    this.#reachedMs = Math.max(this.#reachedMs, atMs);
  }

  get latest(): ServerStart | null {
    return this.#latest;
  }

  failed(): readonly FailedStartGroup[] {
    const attempt = this.#attempt;
    return this.#failed.groups(attempt?.isFailed === true ? attempt.failures : null);
  }

  phases(): readonly Phase[] {
    const current = this.#attempt?.phase(this.#reachedMs) ?? null;
    return current === null ? this.#kept.items() : [...this.#kept.items(), current];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #begin(banner: Placed<"serverBanner">): void {
    this.#settle();
    const before = this.#last === null ? null : toEvidence(this.#last);
    this.#attempt = new Attempt(banner, before);
  }

  /** It was no start: the log was cycled. */
  #dropBare(): void {
    if (this.#attempt?.isBare === true) this.#attempt = null;
  }

  #confirm(): void {
    const attempt = this.#attempt;
    const banner = attempt?.banner ?? null;
    if (attempt === null || banner === null || attempt.isConfirmed) return;
    attempt.isConfirmed = true;
    this.#latest = {
      banner,
      before: attempt.before,
      stopped: this.#stopped,
      get isFailed() {
        return attempt.isFailed;
      },
    };
    this.#stopped = false;
    this.#pid = attempt.pid;
  }

  /** Nothing more can come of the start before. */
  #settle(): void {
    const attempt = this.#attempt;
    if (attempt === null) return;
    if (attempt.isFailed) {
      this.#failed.add(attempt.failures);
      this.#stopped = true;
    }
    const phase = attempt.phase(null);
    if (phase !== null) this.#kept.add(phase);
    this.#attempt = null;
  }
}

function startPhase({ place, message }: Placed<"serverBanner">, end: Edge | null): Phase {
  const { product, build, edition } = message;
  return makePhase("serverStart", {}, logged(place.atMs), end, { product, build, edition });
}
