/**
 * What an array has set aside of a volume for its snapshots: whole array pages, each with many pages of the
 * database. One that is changed is set aside once between two snapshots, however much of it is changed. Of R
 * array pages that transactions change alike, λ of them each, n of them have left R·e^(−λn/R) as they were:
 * the classes are those of page-classes.ts, with as many leaves together as an array page holds. New rows and
 * the log are written in sequence, and take their bytes; the log goes round in its file.
 */
import { dataVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { loggedBytes } from "../logged-bytes.ts";
import { hit, pageClasses } from "../page-classes.ts";
import { pageBytes } from "./first-touches.ts";

const bytesPerMiB = 1024 ** 2;

export type Volume = Scenario["storage"]["volumes"][number];
export type ArraySnapshots = NonNullable<Volume["arraySnapshots"]>;

/** How many array pages so many transactions change, one after the other. */
export type ChangedPages = (transactions: number) => number;

/** On a volume whose array takes snapshots. */
export function changedPages(
  scenario: Scenario,
  volume: string,
  options: Pick<ArraySnapshots, "pageKiB">,
): ChangedPages {
  const { data, log } = changedParts(scenario, volume, options);
  return (transactions) => data(transactions) + log(transactions);
}

/** Those of data files, and those of the log. */
export function changedParts(
  scenario: Scenario,
  volume: string,
  { pageKiB }: Pick<ArraySnapshots, "pageKiB">,
): { readonly data: ChangedPages; readonly log: ChangedPages } {
  const arrayPageBytes = pageKiB * 1024;
  const { files, share } = dataOn(volume, scenario);
  const classes = pageClasses(scenario, arrayPageBytes / pageBytes);
  const newRows = share * classes.reduce((sum, { taken }) => sum + taken, 0);
  const parts = [
    ...classes.map(({ leaves, changed }) => atRandom(share * leaves, share * changed)),
    ...Array.from({ length: files }, () => inSequence(newRows / files)),
  ];
  const hasLog = scenario.storage.placement.log === volume;
  return {
    data: (transactions) => parts.reduce((sum, changed) => sum + changed(transactions), 0),
    log: hasLog ? logPages(scenario, arrayPageBytes) : () => 0,
  };
}

/** Files are dealt to volumes in turn, and extents to files: each has its share of all that lies together. */
function dataOn(volume: string, { database: { dataFiles }, storage }: Scenario) {
  const volumes = dataVolumes(storage.placement);
  const dealt = Array.from({ length: dataFiles }, (_, file) => volumes[file % volumes.length]);
  const files = dealt.filter((name) => name === volume).length;
  return { files, share: files / dataFiles };
}

const logPages = (scenario: Scenario, arrayPageBytes: number): ChangedPages =>
  inSequence(
    loggedBytes(scenario) / arrayPageBytes,
    (scenario.database.logSizeMiB * bytesPerMiB) / arrayPageBytes,
  );

/** `pages` of them that are changed alike. */
export const atRandom =
  (pages: number, changed: number): ChangedPages =>
  (transactions) =>
    pages === 0 ? 0 : hit(pages, changed * transactions);

/** What is written behind one another, and begins and ends amid an array page; at the end of `pages` it begins anew. */
export const inSequence =
  (taken: number, pages = Number.POSITIVE_INFINITY): ChangedPages =>
  (transactions) =>
    taken * transactions > 0 ? Math.min(pages, taken * transactions + 1) : 0;

/** What a snapshot has of pages that the volume has no more, in array pages. */
export interface Retained {
  /** That no other snapshot has: its deletion frees them. */
  readonly own: number;
  /** With those that others have too. A restore in place sets as many aside for the snapshot that it takes first. */
  readonly held: number;
}

/**
 * Snapshots of a volume, oldest first. `changed`: from one of them until another, or until now, which counts as the
 * one behind the newest. An array page is set aside at its change for the newest snapshot, and for those before
 * it back to its last change.
 */
export const retained = (
  changed: (from: number, to: number) => number,
  snapshots: number,
): Retained[] =>
  Array.from({ length: snapshots }, (_, place) => {
    const after = changed(place, place + 1);
    // In both times, one right behind the other: together they are one time.
    const own =
      place === 0 ? after : changed(place - 1, place) + after - changed(place - 1, place + 1);
    return { own, held: changed(place, snapshots) };
  });

/** What snapshots take of the reserve together: what was changed before each next one. `transactions`: from each to the next. */
export const setAside = (changed: ChangedPages, transactions: readonly number[]): number =>
  transactions.reduce((sum, each) => sum + changed(each), 0);
