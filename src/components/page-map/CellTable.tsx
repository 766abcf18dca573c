/** The map as a table: cells of which pages were copied, for who reads instead of looking. */
import type { ReactNode } from "react";
import { Table } from "../../../app/charts/DataTable.tsx";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { cellState, copiedOf } from "../../../app/domain/page-map/cell-state.ts";
import type { MapCounts } from "../../../app/domain/page-map/map-counts.ts";
import { causeTitles, regionBytes, stretchWords } from "../../../app/domain/page-map/map-words.ts";
import { type PageGrid, pagesOf } from "../../../app/domain/page-map/page-grid.ts";
import type { PagedFile } from "../../../app/domain/page-map/push-log.ts";
import styles from "./PageMap.module.css";
import type { OwnedCells } from "./use-owned-cells.ts";

interface CellTableProps {
  readonly file: PagedFile;
  readonly counts: MapCounts<PageGrid>;
  readonly owned: OwnedCells;
}

/** More would be reading a file; zooming in shows the others. */
const mostRows = 200;

export function CellTable({ file, counts, owned }: CellTableProps): ReactNode {
  const { grid } = counts.wish;
  const touched = Array.from({ length: grid.cells }, (_, cell) => cell).filter(
    (cell) => copiedOf(counts.copied, cell) > 0,
  );
  const rows = touched.slice(0, mostRows).map((cell) => {
    const { firstPage, endPage } = pagesOf(grid, cell);
    const state = cellState(counts.copied, counts.brushed, cell, endPage - firstPage);
    const owner = owned.wordsOf(grid, cell);
    return { name: stretchWords(file, firstPage, endPage), state, owner };
  });
  const caption =
    rows.length < touched.length
      ? `The first ${rows.length} of ${touched.length} cells with copied pages; zoom in or scroll for others`
      : `All ${touched.length} cells with copied pages, of ${grid.cells} that are shown`;
  return (
    // A scrolling region needs focus to be scrolled by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.table} tabIndex={0} aria-label="Cells of the map">
      <Table
        caption={caption}
        rows={rows}
        columns={[
          { title: "Pages", align: "words", cell: ({ name }) => name },
          { title: "Copied", align: "figures", cell: ({ state }) => formatNumber(state.copied) },
          { title: "Owner", align: "words", cell: ({ owner }) => owner ?? "unknown" },
          {
            title: "On disk",
            align: "figures",
            cell: ({ state }) => formatBytes(state.regions * regionBytes),
          },
          {
            title: "Causes",
            align: "words",
            cell: ({ state }) =>
              state.byCause
                .map(({ cause, pages }) => `${causeTitles[cause]} ${formatNumber(pages)}`)
                .join(", "),
          },
          {
            title: "In the selected time",
            align: "figures",
            cell: ({ state }) => formatNumber(state.brushed),
          },
        ]}
      />
    </section>
  );
}
