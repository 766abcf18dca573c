/**
 * Stack dumps, each folded into one phase: they are hundreds of records that say one thing. A dump is told by what nothing else prints: the file that it is sent
 * to, its heading, an exception, the signature of its stack. Other lines go with it, before and after;
 * without such proof they are no dump: servers load the library that reads stacks as they start, and
 * people draw lines of asterisks.
 */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import { logged, makePhase } from "./edges.ts";
import { each, type Handlers, type MessageOf, PhaseFollower } from "./follower.ts";
import { maxFollowedSources, RecentMap } from "./recent-map.ts";

/** Lines of one dump come within seconds, unless the disk is what is ill. */
const maxGapMs = 60_000;
/** What leads to a dump stands right before it. */
const maxLeadMs = 5000;

const dumpKinds = ["stackDump", "dumpLine", "debugHelp", "exception"] as const;

type DumpMessage = MessageOf<(typeof dumpKinds)[number]>;

export interface Dump {
  readonly fact: "dump";
  readonly startMs: number;
  lastMs: number;
  lines: number;
  path: string | null;
  exception: string | null;
  /** No file could be made of it. */
  isUnwritten: boolean;
  /** The first record that proves it; null: none has come. */
  proof: EventPlace | null;
}

export class StackDumps extends PhaseFollower {
  protected readonly handlers: Handlers = each(dumpKinds, (place, message) =>
    this.#take(place, message),
  );
  readonly #state: (dump: Dump) => void;
  readonly #open = new RecentMap<string, Dump>(maxFollowedSources);
  #latest: Dump | null = null;

  /** `state`: told of each dump of which nothing more comes. */
  constructor(state: (dump: Dump) => void) {
    super();
    this.#state = state;
  }

  restarted(): void {
    for (const [source, dump] of this.#open.entries()) this.#close(source, dump);
    this.#latest = null;
  }

  /** Those that are proven, and may go on. */
  open(): readonly Dump[] {
    return this.#open.values().filter(({ proof }) => proof !== null);
  }

  protected override openPhases(): readonly Phase[] {
    return this.open().map(dumpPhase);
  }

  #take(place: EventPlace, message: DumpMessage): void {
    const { kind } = message;
    const dump = this.#continued(place, message);
    dump.lastMs = place.atMs;
    dump.lines += 1;
    if (kind === "stackDump") dump.path ??= message.path;
    if (kind === "exception") dump.exception ??= message.words;
    if (kind === "dumpLine" && message.isUnwritten) dump.isUnwritten = true;
    if (isProof(message)) dump.proof ??= place;
  }

  /** What the dump process returns is told by another source, after the dump. */
  #continued({ source, atMs }: EventPlace, message: DumpMessage): Dump {
    const open = this.#open.get(source);
    if (open !== undefined && goesOn(open, atMs, message)) return open;
    if (open !== undefined) this.#close(source, open);
    const latest = this.#latestFor(atMs, message);
    if (latest !== null) return latest;
    const dump: Dump = {
      fact: "dump",
      startMs: atMs,
      lastMs: atMs,
      lines: 0,
      path: null,
      exception: null,
      isUnwritten: false,
      proof: null,
    };
    this.#open.set(source, dump);
    this.#latest = dump;
    return dump;
  }

  #latestFor(atMs: number, message: DumpMessage): Dump | null {
    const latest = this.#latest;
    if (latest === null || latest.proof === null || message.kind !== "dumpLine") return null;
    return goesOn(latest, atMs, message) ? latest : null;
  }

  #close(source: string, dump: Dump): void {
    this.#open.delete(source);
    if (this.#latest === dump) this.#latest = null;
    if (dump.proof === null) return;
    this.kept.add(dumpPhase(dump));
    this.#state(dump);
  }
}

const dumpPhase = ({ startMs, lastMs, lines, path, exception, isUnwritten }: Dump): Phase =>
  makePhase("stackDump", {}, logged(startMs), logged(lastMs), {
    lines,
    ...(path === null ? {} : { path }),
    ...(isUnwritten ? { isUnwritten } : {}),
    ...(exception === null ? {} : { exception }),
  });

const isProof = (message: DumpMessage): boolean =>
  message.kind === "dumpLine" ? message.isProof : message.kind !== "debugHelp";

/** A second file is a second dump, however soon it comes. */
const goesOn = (dump: Dump, atMs: number, message: DumpMessage): boolean =>
  Math.abs(atMs - dump.lastMs) <= (dump.proof === null ? maxLeadMs : maxGapMs) &&
  !(message.kind === "stackDump" && dump.path !== null && dump.path !== message.path);
