/**
 * Starts and stops of the server. A banner alone proves no start: a log that was cycled begins with
 * one too. It is a start once the server says that it starts databases or is ready, and none that
 * completed when what it cannot do without was not to be had, or when it ended before it was ready.
 */

import type { Evidence } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { atLeast, type Edge, logged, makePhase } from "./edges.ts";
import { toEvidence } from "./evidence.ts";
import { each, type Handlers, PhaseFollower, type Placed } from "./follower.ts";
import { StartFailures } from "./start-failures.ts";

/** A start that says nothing for so long, while the log goes on, is over. */
const maxSilenceMs = 5 * 60_000;
/** Failed starts whose times are kept. */
const maxFailed = 1000;
/** Errors of a start that ends without a word of the cause. */
const maxErrors = 3;
/** From here on an error may be why. */
const graveSeverity = 14;

/** From one banner to the next; without a banner where the log begins amid a start. */
export class ServerStart {
  readonly fact = "start";
  readonly banner: Placed<"serverBanner"> | null;
  /** The last event before it of which the analysis was told; null: the logs begin with it. */
  before: Evidence | null;
  /** An orderly shut-down is logged before it, or before the starts that failed right before it. */
  afterStop = false;
  failures = new StartFailures();
  isConfirmed = false;
  /** Its banner is of the process that ran before: the log was cycled, unless more of a start follows. */
  isOfRunning = false;
  /** The server was asked to stop. */
  stoppedMs: number | null = null;
  /** The process ended itself. */
  #hasEnded = false;
  /** Sessions of users ran, so it came up, whatever is missing in the log. */
  isUsed = false;
  #readyMs: number | null = null;
  /** The last record before the next start; null: none has come. */
  #lastMs: number | null = null;
  #lastSignMs: number;
  pid: number | null = null;
  /** The last that began to start. */
  database: string | null = null;
  readonly #errors: EventPlace[] = [];

  constructor(banner: Placed<"serverBanner"> | null, before: Evidence | null) {
    this.banner = banner;
    this.before = before;
    this.#lastSignMs = banner?.place.atMs ?? Number.NaN;
  }

  get isReady(): boolean {
    return this.#readyMs !== null;
  }

  /** After readiness a failure counts only where the server ends of it. */
  get isFailed(): boolean {
    if (this.stoppedMs !== null) return false;
    if (this.#readyMs !== null) return this.failures.areSeen && this.#hasEnded;
    return this.failures.areSeen || this.#hasEnded || this.#hasVanished;
  }

  /** From its start to an orderly stop; null: none was logged. */
  get upMs(): number | null {
    const startMs = this.banner?.place.atMs ?? Number.NaN;
    return this.stoppedMs === null ? null : this.stoppedMs - startMs;
  }

  /** The last record that shows that it failed. */
  get endedMs(): number {
    return this.failures.places.at(-1)?.atMs ?? Number.NaN;
  }

  /** Another start follows amid this one. */
  get #hasVanished(): boolean {
    if (!this.isConfirmed || this.isUsed || this.#lastMs === null) return false;
    return this.#lastMs - this.#lastSignMs <= maxSilenceMs;
  }

  sign(atMs: number): void {
    const isNext = atMs >= this.#lastSignMs && atMs - this.#lastSignMs <= maxSilenceMs;
    if (isNext) this.#lastSignMs = atMs;
  }

  ready(atMs: number): void {
    if (this.#readyMs !== null) return;
    this.#readyMs = atMs;
    // What was wrong did not keep it from coming up.
    this.failures = new StartFailures();
  }

  error(place: EventPlace): void {
    if (this.#readyMs !== null || (place.error?.severity ?? 0) < graveSeverity) return;
    if (this.#errors.length >= maxErrors) this.#errors.shift();
    this.#errors.push(place);
  }

  end(place: EventPlace): void {
    if (this.#readyMs === null && !this.failures.areSeen) {
      // A process that ran since long before ends for other reasons.
      if (!(place.atMs - this.#lastSignMs <= maxSilenceMs)) return;
      if (!this.#hasEnded) this.#showErrors();
    }
    this.failures.show(place);
    this.#hasEnded = true;
  }

  /** The server starts once more. `last`: the last event before that; `lastMs`: the last record. */
  follow(last: EventPlace | null, lastMs: number): void {
    this.#lastMs = lastMs;
    if (last === null || this.#readyMs !== null || !this.isFailed) return;
    if (this.failures.areSeen || this.#hasEnded) return;
    this.#showErrors();
    this.failures.show(last);
  }

  #showErrors(): void {
    for (const error of this.#errors) this.failures.show(error);
  }

  phase(reachedMs: number | null): Phase | null {
    const { banner } = this;
    if (banner === null || this.isFailed) return null;
    if (this.#readyMs !== null) return startPhase(banner, logged(this.#readyMs));
    if (this.isOfRunning) return null;
    const isOpen =
      reachedMs !== null && this.stoppedMs === null && reachedMs - this.#lastSignMs <= maxSilenceMs;
    if (isOpen) return startPhase(banner, null);
    // Nothing but a banner, and then something else: no start.
    return this.isConfirmed ? startPhase(banner, atLeast(this.#lastSignMs)) : null;
  }
}

export class ServerStarts extends PhaseFollower {
  protected readonly handlers: Handlers = {
    serverBanner: (place, message) => this.#begin({ place, message }),
    ...each(
      [
        "serverName",
        "utcAdjustment",
        "startupParameters",
        "processorsDetected",
        "memoryDetected",
        "allRecovered",
      ],
      ({ atMs }) => this.#start?.sign(atMs),
    ),
    serverProcess: ({ atMs }, { pid }) => {
      const start = this.#start;
      if (start === null) return;
      start.pid = pid;
      start.isOfRunning = start === this.#next && !this.#stopped && this.#current?.pid === pid;
      start.sign(atMs);
    },
    logCycled: () => {
      this.#next = null;
    },
    startingUp: ({ atMs }, { database }) => {
      if (database === "master") this.#confirm();
      const start = this.#start;
      if (start === null) return;
      start.database = database;
      start.sign(atMs);
    },
    serverReady: ({ atMs }) => {
      this.#confirm();
      this.#start?.ready(atMs);
    },
    serverStopping: ({ atMs }) => {
      this.#stopped = true;
      this.stoppedMs = atMs;
      for (const start of [this.#current, this.#next]) if (start !== null) start.stoppedMs ??= atMs;
    },
    serverEnding: (place) => {
      const start = this.#start;
      start?.end(place);
      if (start?.isFailed === true) this.#promote();
    },
    startFailed: (place, message) => {
      this.#promote();
      this.#current ??= new ServerStart(null, null);
      this.#current.failures.add(place, message);
    },
    ...each(["databaseNotStarted", "fileNotOpened", "errorText"], (place) =>
      this.#start?.error(place),
    ),
  };

  readonly #state: (start: ServerStart) => void;
  /** The start of the process that runs, or failed to. */
  #current: ServerStart | null = null;
  /** Nothing is known of it but its banner. */
  #next: ServerStart | null = null;
  #confirmed: ServerStart | null = null;
  #beforeNext: EventPlace | null = null;
  #beforeNextMs = Number.NaN;
  #last: EventPlace | null = null;
  #stopped = false;
  readonly #failedMs: number[] = [];
  /** When the server was asked to stop, if nothing of a start has come since. */
  stoppedMs: number | null = null;
  #reachedMs = Number.NEGATIVE_INFINITY;

  /** `state`: told of each start of which nothing more comes. */
  constructor(state: (start: ServerStart) => void) {
    super();
    this.#state = state;
  }

  /** The start that the message proves, if it is the first to do so. */
  takeStart(place: EventPlace, message: Message): ServerStart | null {
    this.#confirmed = null;
    this.take(place, message);
    return this.#confirmed;
  }

  get #start(): ServerStart | null {
    return this.#next ?? this.#current;
  }

  /** The last record before a banner is evidence of how the server ended. */
  see(place: EventPlace): void {
    this.#last = place;
    const start = this.#start;
    if (start?.isReady === false && ofUsers.test(place.source)) start.isUsed = true;
  }

  /** How far the log goes, whatever it speaks of. */
  reached(atMs: number): void {
    this.#reachedMs = Math.max(this.#reachedMs, atMs);
  }

  /** The last records of starts that came to nothing. */
  failedMs(): readonly number[] {
    const current = this.open().filter(({ isFailed }) => isFailed);
    return [...this.#failedMs, ...current.map(({ endedMs }) => endedMs)];
  }

  open(): readonly ServerStart[] {
    return this.#current === null ? [] : [this.#current];
  }

  protected override openPhases(): readonly Phase[] {
    const open = [this.#current, this.#next].map((start) => start?.phase(this.#reachedMs) ?? null);
    return open.filter((phase) => phase !== null);
  }

  #begin(banner: Placed<"serverBanner">): void {
    this.#beforeNext = this.#last;
    this.#beforeNextMs = this.#reachedMs;
    this.#next = new ServerStart(banner, this.#last === null ? null : toEvidence(this.#last));
    this.stoppedMs = null;
  }

  #confirm(): void {
    this.#promote();
    const start = this.#current;
    if (start === null || start.banner === null || start.isConfirmed) return;
    start.isConfirmed = true;
    start.isOfRunning = false;
    this.#confirmed = start;
  }

  /** There is more of it than its banner: nothing more can come of the start before. */
  #promote(): void {
    if (this.#next === null) return;
    const before = this.#current;
    const start = this.#next;
    start.afterStop = this.#stopped;
    this.#stopped = false;
    this.#current = start;
    this.#next = null;
    if (before === null) return;
    before.follow(this.#beforeNext, this.#beforeNextMs);
    if (before.isFailed) {
      start.afterStop ||= before.afterStop;
      start.before = before.before;
    }
    if (before.isFailed && this.#failedMs.length < maxFailed) this.#failedMs.push(before.endedMs);
    const phase = before.phase(null);
    if (phase !== null) this.kept.add(phase);
    this.#state(before);
  }
}

/** Sessions below 51, and those whose names end in "s", are the server's own. */
const ofUsers = /^(?:spid(?:5[1-9]|[6-9]\d|\d{3,})|Backup)$/;

function startPhase({ place, message }: Placed<"serverBanner">, end: Edge | null): Phase {
  const { product, build, edition } = message;
  return makePhase("serverStart", {}, logged(place.atMs), end, { product, build, edition });
}
