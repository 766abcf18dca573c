/** The page under the cursor of the page map, while that is shown; its moments lead to the playhead. */
import type { ReactNode } from "react";
import { totalsOf } from "../../../../app/domain/page-map/cell-state.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { CauseTotals } from "../../../components/page-map/CauseTotals.tsx";
import { PageDetails } from "../../../components/page-map/PageDetails.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import { type MapViewStore, useMapView } from "../../../state/player/map-view.ts";
import type { PlayerStore } from "../../../state/player/player.ts";

interface PageHereProps {
  readonly map: MapViewStore;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
}

export function PageHere({ map, timeline, player }: PageHereProps): ReactNode {
  const counts = useMapView(map, (view) => view.counts);
  const cursorPage = useMapView(map, (view) => view.place.cursorPage);
  if (counts === null) return null;
  const { pushes, copied, brushed, wish } = counts;
  return (
    <>
      {cursorPage !== null && (
        <PageDetails
          {...{ pushes, made: wish.made, page: cursorPage }}
          clock={timeline}
          onPage={(page) =>
            map.setState(({ place }) => ({ place: { ...place, cursorPage: page } }))
          }
          onMoment={(atMs) => {
            player.getState().pause();
            player.getState().seek(atMs);
          }}
        />
      )}
      <Panel
        title="Pages by cause"
        aside={brushed === null ? "in the cells shown" : "in the selected time"}
      >
        <CauseTotals
          totals={totalsOf(brushed ?? copied)}
          caption={
            brushed === null
              ? "In the cells that are shown"
              : "In the selected time, in the cells that are shown"
          }
        />
      </Panel>
    </>
  );
}
