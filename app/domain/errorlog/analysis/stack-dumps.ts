/** Stack dumps, each folded into one phase: they are hundreds of records that say one thing. */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message } from "../messages/message.ts";
import { type Dump, DumpTracker, dumpKinds, isOfDump } from "./dump-tracker.ts";
import { logged, makePhase } from "./edges.ts";
import { PhaseFollower } from "./follower.ts";

export class StackDumps extends PhaseFollower {
  readonly kinds = dumpKinds;
  readonly #dumps: DumpTracker;

  /** `state`: told of each dump of which nothing more comes. */
  constructor(state: (dump: Dump) => void) {
    super();
    this.#dumps = new DumpTracker((dump) => {
      this.kept.add(dumpPhase(dump));
      state(dump);
    });
  }

  take(place: EventPlace, message: Message): void {
    if (isOfDump(message)) this.#dumps.take(place, message);
  }

  restarted(): void {
    this.#dumps.end();
  }

  open(): readonly Dump[] {
    return this.#dumps.open();
  }

  protected override openPhases(): readonly Phase[] {
    return this.open().map(dumpPhase);
  }
}

const dumpPhase = ({ startMs, lastMs, lines, path, exception, isUnwritten }: Dump): Phase =>
  makePhase("stackDump", {}, logged(startMs), logged(lastMs), {
    lines,
    ...(path === null ? {} : { path }),
    ...(isUnwritten ? { isUnwritten } : {}),
    ...(exception === null ? {} : { exception }),
  });
