import { countOf } from "../../../format/numbers.ts";
import { Occurrences } from "../evidence.ts";
import { type Handlers, Handling, type Placed } from "../follower.ts";
import { type FindingDraft, finding, maxFindingsOfRule } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { groupRule } from "./group-rule.ts";
import { numberText, orOthers, spanText } from "./wording.ts";

/** A check that found errors. */
export const consistencyErrors = groupRule({
  id: "consistencyErrors",
  kinds: ["consistencyChecked"],
  keyOf: ({ database, errorsFound }) => (errorsFound > 0 ? database : null),
  newState: () => ({ found: 0, repaired: 0, command: "" }),
  update: (state, { errorsFound, errorsRepaired, command }) => {
    state.found = Math.max(state.found, errorsFound);
    state.repaired += errorsRepaired;
    state.command = command;
  },
  tell: ({ key, occurrences, state }) =>
    finding(
      "critical",
      `${state.command} found ${countOf(state.found, "error")} in ${orOthers(key, "further databases")}${state.repaired > 0 ? ` and repaired ${numberText(state.repaired)}` : ""}`,
      "Restore the damaged pages or the database from a good backup; repair with data loss is what remains when there is none. Then look for the cause below the server: 823, 824 and 825 in this log, and the storage's own events.",
      occurrences,
    ),
});

/** Two weeks: backups are commonly kept that long, and damage should be found while a good one is left. */
export const staleCheckMs = 14 * 24 * 3_600_000;

interface LastClean {
  readonly check: Placed<"lastCleanCheck">;
  readonly ageMs: number;
}

/** What the server says at start-up of each database's last clean check, where that is long ago. */
export class StaleChecks extends Handling implements FindingRule {
  readonly id = "staleCheck";
  protected readonly handlers: Handlers = {
    consistencyChecked: (_place, { command, database, errorsFound }) => {
      if (/CHECKDB/i.test(command) && errorsFound === 0) this.#stale.delete(database);
    },
    lastCleanCheck: (place, message) => this.#lastClean({ place, message }),
  };
  readonly #stale = new Map<string, LastClean>();
  readonly #originMs: number;

  constructor(originMs: number) {
    super();
    this.#originMs = originMs;
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    return [...this.#stale.values()].map(({ check: { place, message }, ageMs }) => {
      const occurrences = new Occurrences();
      occurrences.add(place);
      return finding(
        "warning",
        `The last clean consistency check of ${message.database} was ${spanText(ageMs)} before`,
        "Damage that nobody looked for gets into every backup until no good one is left. Check the database, or a restored copy of it, at least as often as backups are thrown away.",
        occurrences,
      );
    });
  }

  #lastClean(check: Placed<"lastCleanCheck">): void {
    const { finished, database } = check.message;
    const finishedMs = timeOf(finished);
    if (finishedMs === null) return;
    const ageMs = this.#originMs + check.place.atMs - finishedMs;
    if (ageMs <= staleCheckMs) this.#stale.delete(database);
    else if (this.#stale.has(database) || this.#stale.size < maxFindingsOfRule) {
      this.#stale.set(database, { check, ageMs });
    }
  }
}

/** "2019-03-02 01:00:12.123 (local time)"; other forms of dates are not guessed at. */
function timeOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text.trim());
  if (match === null) return null;
  const ms = Date.parse(`${match[1]}T${match[2]}Z`);
  return Number.isNaN(ms) ? null : ms;
}
