import type { Creation } from "../creation.ts";
import { Occurrences } from "../evidence.ts";
import { type Handlers, Handling } from "../follower.ts";
import { type FindingDraft, finding, maxFindingsOfRule } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";
import { noSparseVolumes } from "./sparse-files.ts";
import { fileName, spanText, timesText } from "./wording.ts";

/** A creation's log falls silent for minutes, as in the SQLCAT paper; not, while others write, for an hour. */
const silentMs = 3_600_000;

/** Creations whose end the log does not show though it goes on, and those that failed. */
export class UnfinishedCreations extends Handling implements FindingRule {
  readonly id = "unfinishedCreation";
  protected readonly handlers: Handlers = {
    snapshotNotStarted: (place) => this.#refused.add(place),
  };
  readonly timeless = true;
  readonly #refused = new Occurrences();

  findings({ creations, endMs, isStopped }: FindingContext): readonly FindingDraft[] {
    const open = creations.flatMap((creation) => unfinished(creation, endMs, isStopped) ?? []);
    const told = open.slice(0, maxFindingsOfRule - 1);
    return this.#refused.count === 0 ? told : [this.#notStarted(), ...told];
  }

  #notStarted(): FindingDraft {
    return finding(
      "critical",
      `A database snapshot could not be created because it failed to start (1823, ${timesText(this.#refused.count)})`,
      `The message does not say why; the errors right before it do. Most often the snapshot's volume is full, refuses a write, or has no sparse files at all, ${noSparseVolumes}: then DBCC CHECKDB has no hidden snapshot on it either.`,
      this.#refused,
    );
  }
}

/** What to do about a creation that is not complete where a server's log ends; a run has one log. */
export const nextLogShowsEnd =
  "Where the server went on, its next log shows how it ended: open the two together.";

function unfinished(creation: Creation, endMs: number, isStopped: boolean): FindingDraft | null {
  const { recovery, abandoned, filesStartMs } = creation;
  if (recovery.completedMs !== null || endIsSilent(creation)) return null;
  const what = `The creation of ${nameOf(creation)}`;
  const lastMs = lastSign(creation);
  const occurrences = new Occurrences();
  occurrences.addEvidence(creation.begun);
  occurrences.touch(lastMs);
  if (abandoned || isStopped) {
    return finding(
      "warning",
      `${what} was cut short: the server ${abandoned ? "started anew" : "was stopped"}`,
      "What was made of it is removed or marked suspect when the databases start. Check that no sparse file was left behind, and create the snapshot again.",
      occurrences,
    );
  }
  const silence = Math.max(0, endMs - lastMs);
  if (silence >= silentMs) {
    return finding(
      "warning",
      `${what} never completed: nothing is said of it for the last ${spanText(silence)} of the log`,
      "The creation may have failed in the session that asked for it, which the log does not show. Look for the snapshot in sys.databases and for errors of that session.",
      occurrences,
    );
  }
  return finding(
    "information",
    `${what} is not complete where the log ends, ${spanText(endMs - filesStartMs)} after it began`,
    nextLogShowsEnd,
    occurrences,
  );
}

/** Before it starts up, a snapshot has no name in the log, but its files have. */
function nameOf({ snapshot, files }: Creation): string {
  if (snapshot !== null) return `snapshot ${snapshot}`;
  const [first] = files;
  return first === undefined ? "a snapshot" : `the snapshot with file ${fileName(first)}`;
}

/** Only trace flag 3400 prints the completion; without it the end is not to be expected. */
const endIsSilent = ({ startupMs, recovery }: Creation): boolean =>
  startupMs !== null && !recovery.stepsLogged;

function lastSign({ filesStartMs, filesEndMs, openedMs, startupMs, recovery }: Creation): number {
  const signs = [filesStartMs, filesEndMs, openedMs, startupMs, recovery.lastSignMs];
  return Math.max(...signs.filter((ms) => ms !== null && Number.isFinite(ms)).map(Number));
}
