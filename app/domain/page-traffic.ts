/**
 * Pages that a transaction of a scenario touches, reads from the data volumes and leaves to be written to
 * them, on the average: it follows from the sizes of the tables and of the buffer pool, and from what is
 * touched how often (page-classes.ts). Interior pages of indexes are always found in the pool.
 */
import type { Scenario } from "../contract/scenario.ts";
import {
  changedRows,
  hit,
  missShares,
  type PageClass,
  pageClasses,
  poolPages,
} from "./page-classes.ts";

/** Records of a transaction to rows that it changes: its begin and its end too. */
export const recordsPerChange = 1.35;
/** What native/checkpoint/checkpointer.h supposes of a server. */
const redoneRecordsPerSecond = 1000;
/** Automatic checkpoints keep the recovery interval apart, at most so long. */
const mostSecondsApart = 60;

/** From one checkpoint to the next, by the recovery interval or, where there is one, by the target. */
export function secondsToCheckpoint(
  { server, database }: Scenario,
  recordsPerSecond: number,
): number {
  const target = database.targetRecoveryTimeSeconds ?? 0;
  const redoSeconds = target > 0 ? target : server.recoveryIntervalSeconds;
  const byRecords = (redoSeconds * redoneRecordsPerSecond) / recordsPerSecond;
  return target > 0 ? byRecords : Math.max(byRecords, Math.min(redoSeconds, mostSecondsApart));
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
  /** Those of the touched ones that are not in the pool. */
  readonly read: number;
  /** What is written for it later, by a checkpoint or before a frame is used again. */
  readonly written: number;
  /** How many writes that takes. */
  readonly writes: number;
}

/** In the part of the run before its first snapshot. */
export function pageTrafficOf(scenario: Scenario): (perSecond: number) => PageTraffic {
  const classes = pageClasses(scenario);
  const missing = missShares(classes, poolPages(scenario));
  const sum = (of: (each: PageClass, missing: number) => number) =>
    classes.reduce((all, each, index) => all + of(each, missing[index] ?? 0), 0);
  const touched = sum((each) => each.touched);
  const changed = sum((each) => each.changed);
  const read = sum((each, missed) => each.touched * missed);
  const records = changedRows(scenario) * recordsPerChange;
  const counted = countedSeconds(scenario);
  return (perSecond) => {
    const stay = shareOfEvictions(perSecond);
    const evicted = whenEvicted().map(({ written, dirty }) => ({ written: written * stay, dirty }));
    const checkpointed = byCheckpoints(perSecond);
    const most = total(evicted) > total(checkpointed) ? evicted : checkpointed;
    // Dirty neighbours go in one gather write: a run of them ends at the first clean page.
    const writes = most.reduce((all, { written, dirty }) => all + written * (1 - dirty), 0);
    return { touched, changed, read, written: total(most), writes };
  };

  /**
   * A page stays for as many touches as hits follow a miss; it is written when it goes unless none of
   * them was a change.
   */
  function whenEvicted(): Writes[] {
    return classes.map((each, index) => {
      const missed = missing[index] ?? 0;
      if (missed === 0) return { written: 0, dirty: 0 };
      const readOnly = 1 - each.changed / each.touched;
      const dirtied = 1 - (missed * readOnly) / (1 - (1 - missed) * readOnly);
      return { written: each.touched * missed * dirtied, dirty: (1 - missed) * dirtied };
    });
  }

  /**
   * A share of the time that counts. A page goes when all that was in the pool before it has gone: until as many
   * pages were read as the pool holds, frames are free, or what is in them was read at the start and is clean.
   */
  function shareOfEvictions(perSecond: number): number {
    const { from, to } = counted;
    const turnover = poolPages(scenario) / (perSecond * read);
    return Math.max(0, to - Math.max(from, turnover)) / (to - from);
  }

  /** Distinct pages between two checkpoints, which come as the recovery interval or the target has it, if one comes in time. */
  function byCheckpoints(perSecond: number): Writes[] {
    if (perSecond * records === 0)
      return classes.map((each) => ({ written: each.changed, dirty: 0 }));
    const seconds = secondsToCheckpoint(scenario, perSecond * records);
    if (seconds > counted.to) return classes.map(() => ({ written: 0, dirty: 0 }));
    return classes.map(({ leaves, changed: ofClass }) => {
      const pages = hit(leaves, ofClass * perSecond * seconds);
      return { written: pages / (perSecond * seconds), dirty: pages / leaves };
    });
  }
}

/**
 * From the change of a page until it is written, on the average, at so many transactions a second: by the next
 * checkpoint, or before its frame is used again, whichever comes first.
 */
export function secondsToWrite(scenario: Scenario, perSecond: number): number {
  const { read } = pageTraffic(scenario, perSecond);
  const records = changedRows(scenario) * recordsPerChange;
  if (perSecond * records === 0) return 0;
  const turnover = poolPages(scenario) / (perSecond * read);
  return Math.min(turnover, secondsToCheckpoint(scenario, perSecond * records) / 2);
}

/** At so many transactions a second. */
export const pageTraffic = (scenario: Scenario, perSecond: number): PageTraffic =>
  pageTrafficOf(scenario)(perSecond);

interface Writes {
  /** Pages of a transaction. */
  readonly written: number;
  /** Share of the leaves that are dirty when one is written. */
  readonly dirty: number;
}

const total = (writes: readonly Writes[]): number =>
  writes.reduce((sum, { written }) => sum + written, 0);
