import { countOf } from "../../../format/numbers.ts";
import { Occurrences } from "../evidence.ts";
import { type Handlers, Handling } from "../follower.ts";
import { type FindingDraft, finding } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { listText, numberText } from "./wording.ts";

/** Objects that are counted apart. */
const maxObjects = 1000;
const shownObjects = 3;

/** Deadlocks that trace flags 1204 and 1222 print. With both on, each is printed twice. */
export class Deadlocks extends Handling implements FindingRule {
  readonly id = "deadlock";
  protected readonly handlers: Handlers = {
    deadlock: (place, { flag }) => this.#byFlag[flag].add(place),
    deadlockResource: (_place, { object, index }) => {
      const name = index === null ? object : `${object} (${index})`;
      const known = this.#objects.get(name);
      if (known === undefined && this.#objects.size >= maxObjects) return;
      this.#objects.set(name, (known ?? 0) + 1);
    },
  };
  readonly #byFlag = { 1204: new Occurrences(), 1222: new Occurrences() };
  readonly #objects = new Map<string, number>();

  findings(_context: FindingContext): readonly FindingDraft[] {
    const { 1204: short, 1222: long } = this.#byFlag;
    const printed = long.count >= short.count ? long : short;
    if (printed.count === 0) return [];
    const objects = [...this.#objects].sort(([, a], [, b]) => b - a);
    const most = objects
      .slice(0, shownObjects)
      .map(([name, times]) => `${name} (${numberText(times)})`);
    const where =
      most.length === 0
        ? "The records name the resources; trace flag 1222 prints the objects by name too. "
        : `Most often waited for: ${listText(most, shownObjects)}. `;
    return [
      finding(
        "warning",
        `${countOf(printed.count, "deadlock")} in the log`,
        `${where}In each, one session was chosen as the victim and rolled back with error 1205, and its user saw an error unless the program tries again. Look at the statements and the order in which they lock: an index that is missing makes them lock rows that they do not need. Since 2008 the session system_health keeps the graphs without trace flags.`,
        printed,
      ),
    ];
  }
}
