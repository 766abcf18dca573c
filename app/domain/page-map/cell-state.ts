/** What a cell of the map shows: by what its pages were copied, how many, and what of it was in the brush. */
import { type PushCause, pushCauses } from "../../contract/telemetry-catalog.ts";
import { pagesPerExtent } from "./push-log.ts";
import { causes, type SpanCounts } from "./span-counts.ts";

/** Pages and regions by cell, then by cause. */
export type CellCounts = Pick<SpanCounts, "pages" | "regions">;

export interface CellState {
  readonly pages: number;
  readonly copied: number;
  /** 64 KiB regions that have space on disk. */
  readonly regions: number;
  /** Of most of its copied pages; null: none is copied. */
  readonly cause: PushCause | null;
  readonly byCause: readonly { readonly cause: PushCause; readonly pages: number }[];
  /** Pages copied in the brush; null: nothing is brushed. */
  readonly brushed: number | null;
}

/** Copied pages of a cell by cause, in the order of `pushCauses`. */
export function causesOf({ pages }: Pick<CellCounts, "pages">, cell: number): CellState["byCause"] {
  return pushCauses.flatMap((cause, number) => {
    const count = pages[cell * causes + number] ?? 0;
    return count > 0 ? [{ cause, pages: count }] : [];
  });
}

function sumOf(counts: Uint32Array, cell: number): number {
  let sum = 0;
  for (let cause = 0; cause < causes; ++cause) sum += counts[cell * causes + cause] ?? 0;
  return sum;
}

export const copiedOf = ({ pages }: CellCounts, cell: number): number => sumOf(pages, cell);
export const regionsOf = ({ regions }: CellCounts, cell: number): number => sumOf(regions, cell);

/** Position in `pushCauses` of what copied most of a cell's pages; -1: none is copied. */
export function mainCause({ pages }: Pick<CellCounts, "pages">, cell: number): number {
  let [most, main] = [0, -1];
  for (let cause = 0; cause < causes; ++cause) {
    const count = pages[cell * causes + cause] ?? 0;
    if (count > most) [most, main] = [count, cause];
  }
  return main;
}

export function cellState(
  copied: CellCounts,
  brushed: CellCounts | null,
  cell: number,
  pages: number,
): CellState {
  return {
    pages,
    copied: copiedOf(copied, cell),
    regions: regionsOf(copied, cell),
    cause: pushCauses[mainCause(copied, cell)] ?? null,
    byCause: causesOf(copied, cell),
    brushed: brushed === null ? null : copiedOf(brushed, cell),
  };
}

/** Share of a cell's 64 KiB regions that have space on disk, of a cell of so many pages. */
export const spaceShare = (regions: number, pages: number): number =>
  Math.min(1, regions / Math.max(1, Math.ceil(pages / pagesPerExtent)));

export interface CauseTotal {
  readonly cause: PushCause;
  readonly pages: number;
  readonly regions: number;
}

/** All cells together, by cause; every cause has its row. */
export function totalsOf({ pages, regions }: CellCounts): CauseTotal[] {
  const totals = pushCauses.map((cause) => ({ cause, pages: 0, regions: 0 }));
  for (let at = 0; at < pages.length; ++at) {
    const total = totals[at % causes];
    if (total === undefined) continue;
    total.pages += pages[at] ?? 0;
    total.regions += regions[at] ?? 0;
  }
  return totals;
}
