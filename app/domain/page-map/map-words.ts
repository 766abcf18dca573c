/** The map in words: causes, cells, pages and what a cell stands for. */

import type { PushCause } from "../../contract/telemetry-catalog.ts";
import { formatBytes } from "../format/bytes.ts";
import { countOf, formatNumber } from "../format/numbers.ts";
import type { CellState } from "./cell-state.ts";
import type { PageGrid } from "./page-grid.ts";
import { type PagedFile, pageBytes, pagesPerExtent } from "./push-log.ts";

export const causeTitles: Readonly<Record<PushCause, string>> = {
  workload: "workload",
  redo: "redo",
  undo: "undo",
  indexBuild: "index build",
  arming: "arming",
  along: "with its extent",
  restart: "found after a restart",
};

/** How a page was copied, after "copied" or "pushed". */
export const causeWords: Readonly<Record<PushCause, string>> = {
  workload: "by the workload",
  redo: "by redo of the snapshot's creation",
  undo: "by undo of the snapshot's creation",
  indexBuild: "by an index build",
  arming: "because it was dirty when the snapshot was armed",
  along: "along with another page of its extent",
  restart: "before a restart, which found it",
};

/** A page as the product writes it. */
export const pageName = ({ id }: Pick<PagedFile, "id">, page: number): string => `(${id}:${page})`;

export const regionBytes = pagesPerExtent * pageBytes;

/** "1 cell = 1 extent = 8 pages = 64 KiB; 1 row = 2 MiB". */
export function scaleWords({ pagesPerCell, columns }: PageGrid): string {
  const extents = pagesPerCell / pagesPerExtent;
  const ofCell = [
    ...(extents >= 1 ? [countOf(extents, "extent")] : []),
    countOf(pagesPerCell, "page"),
    formatBytes(pagesPerCell * pageBytes),
  ];
  return `1 cell = ${ofCell.join(" = ")}; 1 row = ${formatBytes(pagesPerCell * columns * pageBytes)}`;
}

/** Which pages a cell holds. */
export function stretchWords(file: PagedFile, firstPage: number, endPage: number): string {
  if (endPage - firstPage <= 1) return `Page ${pageName(file, firstPage)}`;
  const pages = `Pages ${pageName(file, firstPage)} to ${pageName(file, endPage - 1)}`;
  return endPage - firstPage === pagesPerExtent
    ? `${pages}, extent ${formatNumber(firstPage / pagesPerExtent)}`
    : pages;
}

export function stateWords({ pages, copied, regions, byCause, brushed }: CellState): string {
  const by = byCause.map(
    ({ cause, pages: count }) => `${formatNumber(count)} ${causeWords[cause]}`,
  );
  const only = byCause[0];
  if (copied === 0) return pages === 1 ? "not copied" : "none copied, no space on disk";
  if (pages === 1 && only !== undefined) return `copied ${causeWords[only.cause]}`;
  const parts = [
    `${formatNumber(copied)} of ${formatNumber(pages)} pages copied: ${by.join(", ")}`,
    `${formatBytes(regions * regionBytes)} on disk`,
  ];
  if (brushed !== null) parts.push(`${formatNumber(brushed)} in the selected time`);
  return parts.join("; ");
}
