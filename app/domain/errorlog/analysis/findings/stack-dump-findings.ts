import type { EventPlace } from "../../events.ts";
import type { Message } from "../../messages/message.ts";
import { Occurrences } from "../evidence.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { countText, listText } from "./wording.ts";

const maxNamed = 5;

/** Stack dumps: the product met something that it did not expect. */
export class StackDumpFindings implements FindingRule {
  readonly id = "stackDump";
  readonly kinds = ["stackDump", "exception"] as const;
  readonly #dumps = new Occurrences();
  readonly #exceptions = new Set<string>();

  take(place: EventPlace, message: Message): void {
    if (message.kind === "stackDump") this.#dumps.add(place);
    if (message.kind === "exception" && this.#exceptions.size < maxNamed) {
      this.#exceptions.add(message.words.slice(0, 120));
    }
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    if (this.#dumps.count === 0) return [];
    const exceptions = [...this.#exceptions];
    return [
      finding(
        "critical",
        `The server wrote ${countText(this.#dumps.count, "stack dump")}`,
        `${exceptions.length === 0 ? "" : `With: ${listText(exceptions)}. `}Access violations and assertions are faults of the product or of memory and storage beneath it. Note the input buffer in the dump, see whether a later cumulative update mends it, run DBCC CHECKDB, and keep the .mdmp files for the product's support.`,
        this.#dumps,
      ),
    ];
  }
}
