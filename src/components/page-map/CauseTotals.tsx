/** Pages and space by cause, of the selected time or of all until the moment that is shown. */
import type { ReactNode } from "react";
import { DataTable } from "../../../app/charts/DataTable.tsx";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { CauseTotal } from "../../../app/domain/page-map/cell-state.ts";
import { causeTitles, regionBytes } from "../../../app/domain/page-map/map-words.ts";
import { CauseSwatch } from "./CauseSwatch.tsx";
import styles from "./PageMap.module.css";

interface CauseTotalsProps {
  readonly totals: readonly CauseTotal[];
  /** Of what: "Cells that are shown, in the selected time". */
  readonly caption: string;
}

export function CauseTotals({ totals, caption }: CauseTotalsProps): ReactNode {
  return (
    <div className={styles.causes}>
      <DataTable
        caption={caption}
        empty="No page was copied."
        rows={totals.filter(({ pages }) => pages > 0)}
        columns={[
          {
            title: "Cause",
            align: "words",
            cell: ({ cause }) => (
              <>
                <CauseSwatch cause={cause} /> {causeTitles[cause]}
              </>
            ),
          },
          {
            title: "Pages",
            align: "figures",
            cell: ({ pages }) => formatNumber(pages),
          },
          {
            title: "On disk",
            align: "figures",
            cell: ({ regions }) => formatBytes(regions * regionBytes),
          },
        ]}
      />
    </div>
  );
}
