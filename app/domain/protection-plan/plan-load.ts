/**
 * What a load does to a database in so many seconds: log that it writes, pages and extents that it changes,
 * pages that redo of that log reads. All of it follows from the classes of pages and the mix of transactions
 * from which throughput is predicted too.
 */
import type { Scenario } from "../../contract/scenario.ts";
import { committedShare, writerShare } from "../../contract/transaction-mix.ts";
import { firstTouches, type Pushed, pagesPerRegion } from "../forecast/first-touches.ts";
import { loggedBytes } from "../logged-bytes.ts";
import {
  changedRows,
  hit,
  leafPages,
  missShares,
  type PageClass,
  pageClasses,
  poolPages,
} from "../page-classes.ts";
import { recordsPerChange, secondsToCheckpoint } from "../page-traffic.ts";

export interface PlanLoad {
  /** Of the users, what they roll back included. */
  readonly transactionsPerSecond: number;
  /** Those that commit a change, and can be lost. */
  readonly changesPerSecond: number;
  readonly logBytesPerSecond: number;
  /** Records of a second that change a page. */
  readonly recordsPerSecond: number;
  /** Pages that a full backup reads. */
  readonly usedPages: number;
  /** Pages that the buffer pool holds. */
  readonly poolPages: number;
  /** Distinct pages that change in so many seconds. */
  changedPages(seconds: number): number;
  /** Distinct groups of neighbours that change, each of so many pages: extents, or pages of an array. */
  changedGroups(seconds: number, pages: number): number;
  /** Pages that redo of so many seconds of log reads into a pool that was empty. */
  redoReads(seconds: number): number;
  /** What a database snapshot has come to after so many transactions. */
  readonly pushed: (transactions: number) => Pushed;
  /** From one checkpoint to the next. */
  readonly checkpointSeconds: number;
}

/** `perSecond`: committed transactions, as predicted or as measured. */
export function planLoad(scenario: Scenario, perSecond: number): PlanLoad {
  const { workload } = scenario;
  const all = perSecond / committedShare(workload);
  const leaves = pageClasses(scenario);
  const pool = poolPages(scenario);
  const records = changedRows(scenario);
  const reads = redoReads(leaves, pool);
  const ofGroups = new Map<number, (seconds: number) => number>();
  const changedGroups = (seconds: number, pages: number): number => {
    const known = ofGroups.get(pages);
    if (known !== undefined) return known(seconds);
    const classes = pageClasses(scenario, pages);
    const changedIn = tabulated((after) => changed(classes, all * after));
    ofGroups.set(pages, changedIn);
    return changedIn(seconds);
  };
  const changed = (classes: readonly PageClass[], transactions: number) =>
    classes.reduce(
      (sum, each) =>
        sum + hit(each.leaves, each.changed * transactions) + each.taken * transactions,
      0,
    );
  return {
    transactionsPerSecond: all,
    changesPerSecond:
      all * Math.max(0, writerShare(workload.profile) - (1 - committedShare(workload))),
    logBytesPerSecond: all * loggedBytes(scenario),
    recordsPerSecond: all * records,
    usedPages: leafPages(scenario) / 0.99,
    poolPages: pool,
    changedPages: tabulated((seconds) => changed(leaves, all * seconds)),
    changedGroups,
    redoReads: tabulated((seconds) => reads(all * seconds)),
    pushed: firstTouches(scenario),
    checkpointSeconds:
      all * records === 0
        ? Number.POSITIVE_INFINITY
        : secondsToCheckpoint(scenario, all * records * recordsPerChange),
  };
}

/** Each page once, until the pool is full; then what redo touches is missing as it is for users. */
function redoReads(classes: readonly PageClass[], pool: number): (transactions: number) => number {
  const distinct = (count: number) =>
    classes.reduce((sum, { leaves, changed }) => sum + hit(leaves, changed * count), 0);
  const redone = classes.map((each) => ({ ...each, touched: each.changed }));
  const missing = missShares(redone, pool);
  const missed = redone.reduce((sum, { touched }, at) => sum + touched * (missing[at] ?? 0), 0);
  return (transactions) => {
    const all = distinct(transactions);
    if (all <= pool) return all;
    let [fewer, more] = [0, transactions];
    for (let step = 0; step < bisections; ++step) {
      const middle = (fewer + more) / 2;
      if (distinct(middle) < pool) fewer = middle;
      else more = middle;
    }
    return pool + (transactions - more) * missed;
  };
}

const bisections = 50;

/** Between values 2 % apart, which are computed once each: curves over a day ask for thousands. */
function tabulated(of: (seconds: number) => number): (seconds: number) => number {
  const known = new Map<number, number>();
  const at = (step: number): number => {
    const value = known.get(step) ?? of(growth ** step);
    known.set(step, value);
    return value;
  };
  return (seconds) => {
    if (seconds <= 0) return 0;
    const below = Math.floor(Math.log(seconds) / Math.log(growth));
    const [from, to] = [growth ** below, growth ** (below + 1)];
    return at(below) + ((at(below + 1) - at(below)) * (seconds - from)) / (to - from);
  };
}

const growth = 1.02;

/** Pages of an extent. */
export const pagesPerExtent = pagesPerRegion;
