/**
 * What a snapshot has come to after so many transactions: a page is pushed when it changes for the first
 * time, and first changes grow rarer. Where transactions change R pages alike, λ of them each, n of them
 * leave R·e^(−λn/R) as they were. Classes within which pages are changed alike are those of
 * page-classes.ts.
 */
import type { Scenario } from "../../contract/scenario.ts";
import { hit, pageClasses } from "../page-classes.ts";

/** The engine pushes and the file system allocates so: a region of 64 KiB holds the pages of an extent. */
export const pagesPerRegion = 8;
export const pageBytes = 8192;
export const regionBytes = pagesPerRegion * pageBytes;
const pagesPerMiB = 128;

export interface Pushed {
  readonly pages: number;
  /** In use in the sparse file. */
  readonly regions: number;
  /** Runs of neighbouring pages: a revert writes each at once. */
  readonly runs: number;
  /** The share of regions before which another is in use: a revert reads them one after the other. */
  readonly inSequence: number;
}

/** `transactions`: since the snapshot's point in time. */
export function firstTouches(scenario: Scenario): (transactions: number) => Pushed {
  const leaves = pageClasses(scenario);
  const extents = pageClasses(scenario, pagesPerRegion);
  const wholeExtents = scenario.storage.pushUnit === "extent";
  const most = mostPages(scenario);
  return (transactions) => {
    const regions = Math.min(touched(extents, transactions), most / pagesPerRegion);
    const inSequence = sequenceShare(extents, transactions);
    if (wholeExtents)
      return { pages: regions * pagesPerRegion, regions, runs: regions, inSequence };
    const pages = Math.min(touched(leaves, transactions), most);
    const runs = leaves.reduce((sum, each) => sum + runsOf(each, transactions), 0);
    return { pages: Math.max(pages, regions), regions, runs: Math.max(runs, regions), inSequence };
  };
}

/** No snapshot grows beyond its source. */
export const mostPages = ({ database }: Scenario): number => database.sizeMiB * pagesPerMiB;

type Class = ReturnType<typeof pageClasses>[number];

const touched = (classes: readonly Class[], transactions: number): number =>
  classes.reduce(
    (sum, { leaves, changed, taken }) =>
      sum + hit(leaves, changed * transactions) + taken * transactions,
    0,
  );

/** A run begins at a page that was pushed after one that was not, or that begins a region. */
function runsOf({ leaves, changed, taken }: Class, transactions: number): number {
  const share = hit(1, (changed * transactions) / leaves);
  const inRegion = share * (1 + (pagesPerRegion - 1) * (1 - share));
  return (leaves / pagesPerRegion) * inRegion + (taken * transactions) / pagesPerRegion;
}

/** What is changed alike lies together. */
function sequenceShare(extents: readonly Class[], transactions: number): number {
  let [all, following] = [0, 0];
  for (const { leaves, changed } of extents) {
    const inUse = hit(leaves, changed * transactions);
    all += inUse;
    following += (inUse * inUse) / leaves;
  }
  return all === 0 ? 0 : following / all;
}
