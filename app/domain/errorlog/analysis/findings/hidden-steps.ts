import { countOf } from "../../../format/numbers.ts";
import type { Creation } from "../creation.ts";
import { Occurrences } from "../evidence.ts";
import { type Handlers, Handling } from "../follower.ts";
import { type FindingDraft, finding } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { Groups } from "./group-rule.ts";
import { listText } from "./wording.ts";

const maxSuspects = 100;

/**
 * Creations of snapshots that the log shows only in part, because it depends on trace flags: 1810
 * files, 3504 the checkpoint, 3400 the steps of recovery, and 3605 that they get into the log at all.
 */
export class HiddenSteps extends Handling implements FindingRule {
  readonly id = "hiddenSteps";
  protected readonly handlers: Handlers = {
    snapshotSuspect: (place, { snapshot }) => this.#suspects.of(snapshot).occurrences.add(place),
  };
  readonly #suspects = new Groups<null>(maxSuspects, () => null);

  findings({ creations, unloggedCreations }: FindingContext): readonly FindingDraft[] {
    const flags = new Set<string>();
    const occurrences = new Occurrences();
    const partly = creations.filter((creation) => {
      const missing = missingOf(creation);
      for (const flag of missing) flags.add(flag);
      if (missing.length > 0) occurrences.addEvidence(creation.begun);
      return missing.length > 0;
    });
    const seen = new Set(creations.map(({ snapshot }) => snapshot));
    for (const { place, database, trace } of unloggedCreations) {
      seen.add(database);
      occurrences.add(place);
      for (const flag of [files, checkpoint]) flags.add(flag);
      if (!trace.stepsLogged) flags.add(steps);
    }
    const unseen = this.#suspects.all().filter(({ key }) => key !== null && !seen.has(key));
    for (const { occurrences: suspect } of unseen) {
      flags.add(files);
      for (const first of suspect.evidence.slice(0, 1)) occurrences.addEvidence(first);
    }
    if (occurrences.count === 0) return [];
    const told = [
      [partly.length, "creation of a snapshot in part", "creations of snapshots in part"],
      [
        unloggedCreations.length,
        "creation of a snapshot only from its start-up on",
        "creations of snapshots only from their start-up on",
      ],
      [unseen.length, "snapshot without the creation", "snapshots without the creation"],
    ] as const;
    const what = told.flatMap(([count, one, many]) =>
      count > 0 ? [countOf(count, one, many)] : [],
    );
    return [
      finding(
        "information",
        `The log shows ${listText(what)}`,
        `What it shows depends on trace flags; missing here: ${listText([...flags])}. DBCC TRACEON (1810, 3400, 3504, 3605, -1) before the next creation makes all its phases visible, at the price of some lines for each checkpoint and each database that starts. A snapshot that was created before these logs begin cannot show here.`,
        occurrences,
      ),
    ];
  }
}

const files = "1810 (files)";
const checkpoint = "3504 (checkpoint)";
const steps = "3400 (steps of recovery)";

function missingOf({ checkpoints, openedMs, startupMs, recovery }: Creation): readonly string[] {
  const missing: string[] = [];
  // Nothing is missing where the log breaks off before it could be there.
  if (openedMs !== null && checkpoints.length === 0) missing.push(checkpoint);
  if (startupMs !== null && recovery.completedMs === null && !recovery.stepsLogged) {
    missing.push(steps);
  }
  return missing;
}
