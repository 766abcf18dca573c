/** Whose the cells of the map are at the moment that it shows. */
import { useMemo } from "react";
import { OwnedExtents, ownerWords } from "../../../app/domain/page-map/owned-extents.ts";
import { changesAt, type ExtentOwner } from "../../../app/domain/page-map/owner-log.ts";
import { type PageGrid, pagesOf } from "../../../app/domain/page-map/page-grid.ts";
import { type PushLog, pagesPerExtent } from "../../../app/domain/page-map/push-log.ts";

export interface OwnedCells {
  readonly isKnown: boolean;
  /** Those that a run has had. */
  readonly owners: readonly ExtentOwner[];
  /** By cell, the position of its owner, plus 1; 0: it is free. */
  ofCells(grid: PageGrid): Uint8Array;
  /** Null: nothing is known. */
  wordsOf(grid: PageGrid, cell: number): string | null;
}

interface OwnersWish {
  /** Another name, another log. */
  readonly name: string;
  readonly log: PushLog;
  /** Position of the sparse file. */
  readonly target: number;
  readonly atMs: number;
}

export function useOwnedCells({ name, log, target, atMs }: OwnersWish): OwnedCells {
  const fileAt = log.sparseFiles[target]?.file ?? -1;
  const pages = log.files[fileAt]?.pages ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording begins anew
  const extents = useMemo(() => new OwnedExtents(fileAt, pages), [name, fileAt, pages]);
  const { owners } = log;
  const changes = changesAt(owners, atMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moments between two changes are alike
  return useMemo(() => {
    extents.moveTo(owners, atMs);
    let [grid, cells]: [PageGrid | null, Uint8Array] = [null, new Uint8Array()];
    return {
      isKnown: extents.isKnown,
      owners: owners.owners,
      ofCells(wanted) {
        if (wanted !== grid) [grid, cells] = [wanted, extents.ofCells(wanted)];
        return cells;
      },
      wordsOf(wanted, cell) {
        if (!extents.isKnown) return null;
        const { firstPage, endPage } = pagesOf(wanted, cell);
        if (endPage - firstPage > pagesPerExtent) {
          const most = owners.owners[extents.ofCell(wanted, cell) - 1];
          return most === undefined ? "free" : `mostly ${ownerWords(most)}`;
        }
        const owner = extents.at(Math.floor(firstPage / pagesPerExtent));
        return ownerWords(owners.owners[owner - 1] ?? null);
      },
    };
  }, [extents, owners, changes]);
}
