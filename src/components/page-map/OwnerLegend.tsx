/** Which letter stands for which owner, of those in the cells that are shown. */
import type { ReactNode } from "react";
import { ownerLetter, ownerWords } from "../../../app/domain/page-map/owned-extents.ts";
import type { PageGrid } from "../../../app/domain/page-map/page-grid.ts";
import styles from "./PageMap.module.css";
import type { OwnedCells } from "./use-owned-cells.ts";

interface OwnerLegendProps {
  readonly owned: OwnedCells;
  readonly grid: PageGrid;
}

export function OwnerLegend({ owned, grid }: OwnerLegendProps): ReactNode {
  const shown = [...new Set(owned.ofCells(grid))]
    .filter((owner) => owner > 0)
    .sort((a, b) => a - b);
  return (
    <ul className={`${styles.legend} ${styles.owners}`} aria-label="Owners of the extents shown">
      {shown.map((owner) => (
        <li key={owner}>
          <b>{ownerLetter(owner)}</b> {ownerWords(owned.owners[owner - 1] ?? null)}
        </li>
      ))}
    </ul>
  );
}
