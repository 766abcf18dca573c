/** What the page map shows, while it is shown; the moments of a page lead to the playhead. */
import type { ReactNode } from "react";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { PagePanels } from "../../../components/page-map/PagePanels.tsx";
import { type MapViewStore, setCursorPage, useMapView } from "../../../state/player/map-view.ts";
import type { PlayerStore } from "../../../state/player/player.ts";

interface PageHereProps {
  readonly map: MapViewStore;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
}

export function PageHere({ map, timeline, player }: PageHereProps): ReactNode {
  const counts = useMapView(map, (view) => view.counts);
  const page = useMapView(map, (view) => view.place.cursorPage);
  if (counts === null) return null;
  return (
    <PagePanels
      {...{ counts, page }}
      clock={timeline}
      onPage={(next) => setCursorPage(map, next)}
      onMoment={(atMs) => {
        player.getState().pause();
        player.getState().seek(atMs);
      }}
    />
  );
}
