/** Beside the map: the page under its cursor, and what of the cells that are shown was copied by which cause. */
import type { ReactNode } from "react";
import { totalsOf } from "../../../app/domain/page-map/cell-state.ts";
import type { MapCounts } from "../../../app/domain/page-map/map-counts.ts";
import type { PageGrid } from "../../../app/domain/page-map/page-grid.ts";
import { Panel } from "../ui/Panel.tsx";
import { CauseTotals } from "./CauseTotals.tsx";
import { PageDetails, type PageDetailsProps } from "./PageDetails.tsx";

interface PagePanelsProps extends Pick<PageDetailsProps, "clock" | "onMoment" | "onPage"> {
  readonly counts: MapCounts<PageGrid>;
  /** Null: the cursor is nowhere. */
  readonly page: number | null;
}

export function PagePanels({ counts, page, ...details }: PagePanelsProps): ReactNode {
  const { pushes, copied, brushed, wish } = counts;
  const [aside, caption] =
    brushed === null
      ? ["in the cells shown", "In the cells that are shown"]
      : ["in the selected time", "In the selected time, in the cells that are shown"];
  return (
    <>
      {page !== null && <PageDetails {...{ pushes, page, made: wish.made }} {...details} />}
      <Panel title="Pages by cause" aside={aside}>
        <CauseTotals totals={totalsOf(brushed ?? copied)} caption={caption} />
      </Panel>
    </>
  );
}
