/** Stack dumps, each folded into one phase: they are hundreds of records that say one thing. */
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import { logged, makePhase } from "./edges.ts";
import { type EventOf, type Follower, keptPhases } from "./follower.ts";
import { maxFollowedSources, RecentMap } from "./recent-map.ts";

/** Lines of one dump come within seconds, unless the disk is what is ill. */
const maxGapMs = 60_000;

interface Dump {
  readonly startMs: number;
  lastMs: number;
  lines: number;
  path: string | null;
  exception: string | null;
}

export type DumpEvent = EventOf<"stackDump" | "dumpLine" | "exception">;

export class StackDumps implements Follower {
  readonly kinds = ["stackDump", "dumpLine", "exception"] as const;
  readonly #kept = keptPhases();
  readonly #open = new RecentMap<string, Dump>(maxFollowedSources);
  #latest: Dump | null = null;

  take(event: LogEvent): void {
    if (event.kind !== "stackDump" && event.kind !== "dumpLine" && event.kind !== "exception") {
      return;
    }
    const dump = this.#continued(event);
    dump.lastMs = event.atMs;
    dump.lines += 1;
    if (event.kind === "stackDump") dump.path ??= event.path;
    if (event.kind === "exception") dump.exception ??= event.text;
  }

  restarted(): void {
    for (const [source, dump] of this.#open.entries()) this.#close(source, dump);
    this.#latest = null;
  }

  phases(): readonly Phase[] {
    return [...this.#kept.items(), ...this.#open.values().map(dumpPhase)];
  }

  get leftOut(): number {
    return this.#kept.leftOut;
  }

  /** What the dump process returns is told by another source, after the dump. */
  #continued(event: DumpEvent): Dump {
    const open = this.#open.get(event.source);
    if (open !== undefined && goesOn(open, event)) return open;
    if (open !== undefined) this.#close(event.source, open);
    const latest = this.#latestFor(event);
    if (latest !== null) return latest;
    const dump = { startMs: event.atMs, lastMs: event.atMs, lines: 0, path: null, exception: null };
    this.#open.set(event.source, dump);
    this.#latest = dump;
    return dump;
  }

  #latestFor(event: DumpEvent): Dump | null {
    const latest = this.#latest;
    return latest !== null && event.kind === "dumpLine" && goesOn(latest, event) ? latest : null;
  }

  #close(source: string, dump: Dump): void {
    this.#open.delete(source);
    if (this.#latest === dump) this.#latest = null;
    this.#kept.add(dumpPhase(dump));
  }
}

/** A second file is a second dump, however soon it comes. */
const goesOn = (dump: Dump, event: DumpEvent): boolean =>
  Math.abs(event.atMs - dump.lastMs) <= maxGapMs &&
  !(event.kind === "stackDump" && dump.path !== null && dump.path !== event.path);

const dumpPhase = ({ startMs, lastMs, lines, path, exception }: Dump): Phase =>
  makePhase("stackDump", {}, logged(startMs), logged(lastMs), {
    lines,
    ...(path === null ? {} : { path }),
    ...(exception === null ? {} : { exception }),
  });
