// A series of simulations, several at a time, and what it came to.

/** In a series this long every rare path has come all but certainly: the rarest comes in one run of a hundred. */
const fullSeries = 1000;
/** In one this long, whatever its seeds, each that comes in one run of twenty has. */
const usualSeries = 200;
/** Rare paths that come in fewer than one run of twenty of the swarm. */
const seldom = new Set([
  "arraySetMounted",
  "arraySetRestoredWithLogs",
  "arraySnapshotGivenUp",
  "cancelledWhileRestoring",
  "cancelledWhileReverting",
  "cancelledWhileStarting",
  "closedWhileChecked",
  "closedWhileRead",
  "commandDuringTail",
  "compressedTableKept",
  "copyChecked",
  "copyRolledForward",
  "crashInSpilledSort",
  "cutDuringArraySnapshot",
  "cutDuringDropTable",
  "cutDuringFreeze",
  "cutDuringRebuild",
  "cutDuringRestoreBeside",
  "cutDuringRevert",
  "cutDuringSelectInto",
  "damageDetected",
  "differentialOverCompletion",
  "droppedWhileWritten",
  "fileRemovalLost",
  "filegroupRefused",
  "keptSnapshotRestored",
  "leafRemoved",
  "logsOfSeveralLivesRestored",
  "noRoomForPreImage",
  "overwritingMetUse",
  "overwritingRefused",
  "reportDisconnected",
  "restoreFailedAndBegunAgain",
  "restoreInPlaceCut",
  "restoreStoppedByTime",
  "restoredBesideBackup",
  "restoredToAnotherBranch",
  "restoredToSecondPoint",
  "restoredWithManyOpen",
  "rowOfCopyReported",
  "secondDropTable",
  "secondEnd",
  "snapshotScanned",
  "sparsePageOverwritten",
  "suspectByStrayWrite",
  "systemTransactionUndone",
]);

export class Totals {
  runs = 0;
  powerCuts = 0;
  commits = 0;
  rowsCompared = 0;
  snapshotsCompared = 0;
  /** Runs that visited a rare path, by its name. */
  paths = new Map();

  add(outcome) {
    ++this.runs;
    for (const name of ["powerCuts", "commits", "rowsCompared", "snapshotsCompared"]) {
      this[name] += outcome[name];
    }
    for (const [name, count] of Object.entries(outcome.paths)) {
      this.paths.set(name, (this.paths.get(name) ?? 0) + (count > 0 ? 1 : 0));
    }
  }

  /** Rare paths that a series of this length should have visited, and has not. */
  neverVisited() {
    if (this.runs < usualSeries) return [];
    const asked = (name) => this.runs >= fullSeries || !seldom.has(name);
    return [...this.paths]
      .filter(([name, runs]) => runs === 0 && asked(name))
      .map(([name]) => name);
  }
}

/**
 * Runs seeds from `firstSeed` on, as long as `mayGoOn(seed)` says so of the next one, `jobs` at a time; each
 * job at least one. Stops at the first failure: { seed, plan, outcome }, undefined when there is none.
 */
export async function runSeries(simulator, { firstSeed, profile, jobs, mayGoOn }, totals) {
  let next = firstSeed;
  let failure;
  async function work() {
    do {
      const seed = next++;
      const plan = await simulator.draw(seed, profile);
      const outcome = await simulator.run(plan);
      if (outcome.problem !== null) {
        if (failure === undefined || seed < failure.seed) failure = { seed, plan, outcome };
        return;
      }
      totals.add(outcome);
    } while (failure === undefined && mayGoOn(next));
  }
  await Promise.all(Array.from({ length: jobs }, work));
  return { failure, lastSeed: next - 1 };
}
