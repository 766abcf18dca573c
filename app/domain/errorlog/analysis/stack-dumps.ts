/** Stack dumps, each folded into one phase: they are hundreds of records that say one thing. */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { logged, makePhase } from "./edges.ts";
import { type Follower, keptPhases, type MessageOf } from "./follower.ts";
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

type DumpMessage = MessageOf<"stackDump" | "dumpLine" | "exception">;

export class StackDumps implements Follower {
  readonly kinds = ["stackDump", "dumpLine", "exception"] as const;
  readonly #kept = keptPhases();
  readonly #open = new RecentMap<string, Dump>(maxFollowedSources);
  #latest: Dump | null = null;

  take(place: EventPlace, message: Message): void {
    const { kind } = message;
    if (kind !== "stackDump" && kind !== "dumpLine" && kind !== "exception") return;
    const dump = this.#continued(place, message);
    dump.lastMs = place.atMs;
    dump.lines += 1;
    if (kind === "stackDump") dump.path ??= message.path;
    if (kind === "exception") dump.exception ??= message.words;
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
  #continued({ source, atMs }: EventPlace, message: DumpMessage): Dump {
    const open = this.#open.get(source);
    if (open !== undefined && goesOn(open, atMs, message)) return open;
    if (open !== undefined) this.#close(source, open);
    const latest = this.#latestFor(atMs, message);
    if (latest !== null) return latest;
    const dump = { startMs: atMs, lastMs: atMs, lines: 0, path: null, exception: null };
    this.#open.set(source, dump);
    this.#latest = dump;
    return dump;
  }

  #latestFor(atMs: number, message: DumpMessage): Dump | null {
    const latest = this.#latest;
    if (latest === null || message.kind !== "dumpLine") return null;
    return goesOn(latest, atMs, message) ? latest : null;
  }

  #close(source: string, dump: Dump): void {
    this.#open.delete(source);
    if (this.#latest === dump) this.#latest = null;
    this.#kept.add(dumpPhase(dump));
  }
}

/** A second file is a second dump, however soon it comes. */
const goesOn = (dump: Dump, atMs: number, message: DumpMessage): boolean =>
  Math.abs(atMs - dump.lastMs) <= maxGapMs &&
  !(message.kind === "stackDump" && dump.path !== null && dump.path !== message.path);

const dumpPhase = ({ startMs, lastMs, lines, path, exception }: Dump): Phase =>
  makePhase("stackDump", {}, logged(startMs), logged(lastMs), {
    lines,
    ...(path === null ? {} : { path }),
    ...(exception === null ? {} : { exception }),
  });
