/**
 * Pages that a transaction of a scenario touches, reads from the data volumes and leaves to be written to
 * them, on the average: keys are drawn alike from all rows, so it follows from the sizes of the table
 * and of the buffer pool. Interior pages of indexes are always found in the pool.
 */
import type { Scenario } from "../contract/scenario.ts";
import { transactionMix } from "../contract/transaction-mix.ts";
import { entriesOfAnUpdate } from "./server-figures.ts";

const pagesPerMiB = 128;
const pageBytes = 8192;
const pageHeaderBytes = 96;
/** As native/database/initial_database.cpp fills a new file: interior pages are one in a hundred. */
export const leafShare = 0.99;
/** Records of a transaction to rows that it changes: its begin and its end too. */
export const recordsPerChange = 1.35;
/** As native/checkpoint/checkpointer.h supposes of a server. */
export const redoneRecordsPerSecond = 1000;

export const rowsPerPage = (rowBytes: number): number =>
  Math.floor((pageBytes - pageHeaderBytes) / rowBytes);

/** Of `count` things, how many are hit by so many draws. */
export const hit = (count: number, draws: number): number => count * -Math.expm1(-draws / count);

/** Leaves of the table and its indexes at the start. */
export const leafPages = ({ database }: Scenario): number =>
  Math.max(1, database.sizeMiB * pagesPerMiB * (database.filledPercent / 100) * leafShare);

/** Pages that the buffer pool holds. */
export const poolPages = ({ server }: Scenario): number => server.memoryMiB * pagesPerMiB;

/** Leaves that the users touch: all, or those of the hot rows. */
function touchedLeaves(scenario: Scenario): number {
  const { workload, database } = scenario;
  const leaves = leafPages(scenario);
  if (workload.hotRows === 0) return leaves;
  const rows = Math.max(1, rowsPerPage(database.rowBytes) * (database.fillFactorPercent / 100));
  return Math.min(leaves, Math.max(1, workload.hotRows / rows));
}

/** Engine time since the start: after the warm-up, before the first snapshot is asked for. */
function countedSeconds({ warmupSeconds, durationSeconds, timeline }: Scenario) {
  const creations = timeline.flatMap(({ command, atSeconds }) =>
    command.kind === "createSnapshot" && atSeconds !== undefined ? [atSeconds] : [],
  );
  const to = Math.min(durationSeconds, ...creations);
  return { from: to > warmupSeconds ? warmupSeconds : 0, to: Math.max(to, 1) };
}

export interface PageTraffic {
  /** Leaves that a transaction touches, those of nonclustered indexes included. */
  readonly touched: number;
  readonly changed: number;
  /** Of the touched ones, those that are not in the pool. */
  readonly read: number;
  /** What is written for it later, by a checkpoint or before a frame is used again. */
  readonly written: number;
  /** How many writes that takes. */
  readonly writes: number;
}

/** At so many transactions a second, in the part of the run before its first snapshot. */
export function pageTraffic(scenario: Scenario, perSecond: number): PageTraffic {
  const { workload, database } = scenario;
  let [touched, changed] = [0, 0];
  for (const { percent, reads, updates, inserts, deletes } of transactionMix(workload.profile)) {
    const rows = updates + inserts + deletes;
    const entries =
      database.nonclusteredIndexes * (updates * entriesOfAnUpdate + inserts + deletes);
    touched += (percent / 100) * (reads + rows + entries);
    changed += (percent / 100) * (rows + entries);
  }
  const leaves = touchedLeaves(scenario);
  const missing = Math.max(0, 1 - poolPages(scenario) / leaves);
  const read = touched * missing;
  const [evicted, checkpointed] = [whenEvicted(), byCheckpoints()];
  evicted.written *= shareOfEvictions();

  const most = evicted.written > checkpointed.written ? evicted : checkpointed;
  // Dirty neighbours go in one gather write: a run of them ends at the first clean page.
  return { touched, changed, read, written: most.written, writes: most.written * (1 - most.dirty) };

  /**
   * A page stays for as many touches as hits follow a miss; it is written when it goes unless none of
   * them was a change.
   */
  function whenEvicted(): Writes {
    if (missing === 0) return { written: 0, dirty: 0 };
    const readOnly = 1 - changed / touched;
    const dirtied = 1 - (missing * readOnly) / (1 - (1 - missing) * readOnly);
    return { written: read * dirtied, dirty: (1 - missing) * dirtied };
  }

  /**
   * Of the time that counts. A page goes when all that was in the pool before it has gone: until as many
   * pages were read as the pool holds, frames are free, or what is in them was read at the start and is clean.
   */
  function shareOfEvictions(): number {
    const { from, to } = countedSeconds(scenario);
    const turnover = poolPages(scenario) / (perSecond * read);
    return Math.max(0, to - Math.max(from, turnover)) / (to - from);
  }

  /** Distinct pages between two checkpoints, which come as the recovery interval or the target has it, if one comes in time. */
  function byCheckpoints(): Writes {
    const perSecondChanged = perSecond * changed;
    if (perSecondChanged === 0) return { written: changed, dirty: 0 };
    const target = database.targetRecoveryTimeSeconds ?? 0;
    const redoSeconds = target > 0 ? target : scenario.server.recoveryIntervalSeconds;
    const seconds = (redoSeconds * redoneRecordsPerSecond) / (perSecondChanged * recordsPerChange);
    if (seconds > countedSeconds(scenario).to) return { written: 0, dirty: 0 };
    const pages = hit(leaves, perSecondChanged * seconds);
    return { written: pages / (perSecond * seconds), dirty: pages / leaves };
  }
}

interface Writes {
  /** Pages of a transaction. */
  written: number;
  /** Share of the leaves that are dirty when one is written. */
  readonly dirty: number;
}
