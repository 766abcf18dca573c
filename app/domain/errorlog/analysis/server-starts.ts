/**
 * Starts and stops of the server. A banner alone proves no start: a log that was cycled begins with
 * one too. It is a start once the server says that it starts databases or is ready.
 */

import type { Evidence } from "../../../contract/capture.ts";
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { atLeast, type Edge, logged, makePhase } from "./edges.ts";
import { toEvidence } from "./evidence.ts";
import { type Follower, keptPhases, type Placed } from "./follower.ts";

export interface ServerStart {
  readonly banner: Placed<"serverBanner">;
  /** The last event before it of which the analysis was told; null: the logs begin with it. */
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
  #banner: Placed<"serverBanner"> | null = null;
  /** A start that is not ready yet. */
  #starting: Placed<"serverBanner"> | null = null;
  #latest: ServerStart | null = null;
  #beforeBanner: Evidence | null = null;
  #last: EventPlace | null = null;
  #stopped = false;
  #pid: number | null = null;
  #bannerPid: number | null = null;

  /** Whether the message shows that the server was started anew. */
  takeStart(place: EventPlace, message: Message): boolean {
    const before = this.#latest;
    this.take(place, message);
    return this.#latest !== before;
  }

  take(place: EventPlace, message: Message): void {
    switch (message.kind) {
      case "serverBanner":
        this.#breakOff();
        this.#banner = { place, message };
        this.#bannerPid = null;
        this.#beforeBanner = this.#last === null ? null : toEvidence(this.#last);
        return;
      case "serverProcess":
        this.#bannerPid = message.pid;
        if (this.#pid !== null && this.#pid === message.pid) this.#banner = null;
        return;
      case "logCycled":
        this.#banner = null;
        return;
      case "startingUp":
        if (message.database === "master") this.#confirm();
        return;
      case "serverReady":
        this.#confirm();
        this.#ready(place.atMs);
        return;
      case "serverStopping":
        this.#stopped = true;
        return;
      default:
        return;
    }
  }

  /** The last record before a banner is evidence of how the server ended. */
  see(place: EventPlace): void {
    this.#last = place;
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
    this.#kept.add(startPhase(this.#starting, logged(atMs)));
    this.#starting = null;
  }

  /** A start that was not ready when the next one came. */
  #breakOff(): void {
    if (this.#starting === null) return;
    this.#kept.add(startPhase(this.#starting, atLeast(this.#starting.place.atMs)));
    this.#starting = null;
  }
}

function startPhase({ place, message }: Placed<"serverBanner">, end: Edge | null): Phase {
  const { product, build, edition } = message;
  return makePhase("serverStart", {}, logged(place.atMs), end, { product, build, edition });
}
