/**
 * Starts and stops of the server. A banner alone proves no start: a log that was cycled begins with
 * one too. It is a start once the server says that it starts databases or is ready.
 */

import type { Evidence } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import { logged, makePhase } from "./edges.ts";
import { toEvidence } from "./evidence.ts";
import { type EventOf, type Follower, keptPhases } from "./follower.ts";

export interface ServerStart {
  readonly banner: EventOf<"serverBanner">;
  /** What stands last before it in the logs; null: the logs begin with it. */
  readonly before: Evidence | null;
  /** An orderly shut-down is logged before it. */
  readonly stopped: boolean;
}

export class ServerStarts implements Follower {
  readonly kinds = [
    "serverBanner",
    "serverProcess",
    "logCycled",
    "startingUp",
    "serverReady",
    "serverStopping",
  ] as const;

  readonly #kept = keptPhases();
  /** A banner of which is not known yet whether it is a start. */
  #banner: EventOf<"serverBanner"> | null = null;
  /** A start that is not ready yet. */
  #starting: EventOf<"serverBanner"> | null = null;
  #latest: ServerStart | null = null;
  #beforeBanner: Evidence | null = null;
  #last: LogEvent | null = null;
  #stopped = false;
  #pid: number | null = null;
  #bannerPid: number | null = null;

  /** Whether the event shows that the server was started anew. */
  takeStart(event: LogEvent): boolean {
    const before = this.#latest;
    this.take(event);
    return this.#latest !== before;
  }

  take(event: LogEvent): void {
    switch (event.kind) {
      case "serverBanner":
        this.#breakOff();
        this.#banner = event;
        this.#bannerPid = null;
        this.#beforeBanner = this.#last === null ? null : toEvidence(this.#last);
        return;
      case "serverProcess":
        this.#bannerPid = event.pid;
        if (this.#pid !== null && this.#pid === event.pid) this.#banner = null;
        return;
      case "logCycled":
        this.#banner = null;
        return;
      case "startingUp":
        if (event.database === "master") this.#confirm();
        return;
      case "serverReady":
        this.#confirm();
        this.#ready(event.atMs);
        return;
      case "serverStopping":
        this.#stopped = true;
        return;
      default:
        return;
    }
  }

  /** The last record before a banner is evidence of how the server ended. */
  see(event: LogEvent): void {
    this.#last = event;
  }

  get latest(): ServerStart | null {
    return this.#latest;
  }

  phases(): readonly Phase[] {
    const open = this.#starting ?? this.#banner;
    return open === null ? this.#kept.items() : [...this.#kept.items(), startPhase(open, null)];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  #confirm(): void {
    const banner = this.#banner;
    if (banner === null) return;
    this.#latest = { banner, before: this.#beforeBanner, stopped: this.#stopped };
    this.#starting = banner;
    this.#banner = null;
    this.#stopped = false;
    this.#pid = this.#bannerPid;
  }

  #ready(atMs: number): void {
    if (this.#starting === null) return;
    this.#kept.add(startPhase(this.#starting, atMs));
    this.#starting = null;
  }

  /** A start that was not ready when the next one came. */
  #breakOff(): void {
    if (this.#starting === null) return;
    this.#kept.add({ ...startPhase(this.#starting, this.#starting.atMs), endSource: "bound" });
    this.#starting = null;
  }
}

function startPhase(banner: EventOf<"serverBanner">, readyMs: number | null): Phase {
  const { atMs, product, build, edition } = banner;
  const end = readyMs === null ? null : logged(readyMs);
  return makePhase("serverStart", {}, logged(atMs), end, { product, build, edition });
}
