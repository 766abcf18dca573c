import { countOf } from "../../../format/numbers.ts";
import type { EventPlace } from "../../events.ts";
import type { Message } from "../../messages/message.ts";
import { DumpTracker, dumpKinds, isOfDump } from "../dump-tracker.ts";
import { Occurrences } from "../evidence.ts";
import type { ServerStart } from "../server-starts.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { listText } from "./wording.ts";

const maxNamed = 5;

/** Stack dumps: the product met something that it did not expect. */
export class StackDumpFindings implements FindingRule {
  readonly id = "stackDump";
  readonly kinds = dumpKinds;
  readonly #proofs = new Occurrences();
  readonly #dumps = new DumpTracker({ onProof: (_dump, place) => this.#proofs.add(place) });
  readonly #exceptions = new Set<string>();

  take(place: EventPlace, message: Message): void {
    if (!isOfDump(message)) return;
    this.#dumps.take(place, message);
    if (message.kind === "exception" && this.#exceptions.size < maxNamed) {
      this.#exceptions.add(message.words.slice(0, 120));
    }
  }

  restarted(_start: ServerStart): void {
    this.#dumps.end();
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    if (this.#proofs.count === 0) return [];
    const exceptions = [...this.#exceptions];
    return [
      finding(
        "critical",
        `The server wrote ${countOf(this.#proofs.count, "stack dump")}`,
        `${exceptions.length === 0 ? "" : `With: ${listText(exceptions)}. `}Access violations and assertions are faults of the product or of memory and storage beneath it. Note the input buffer in the dump, see whether a later cumulative update mends it, run DBCC CHECKDB, and keep the .mdmp files for the product's support.`,
        this.#proofs,
      ),
    ];
  }
}
