/** In the rail of a run under way: its newest sparse file in small, and what the page map shows while that is there. */
import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { sparseFileAt, sparseFileTitle } from "../../../app/domain/page-map/sparse-files.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { PageMiniature } from "../../components/page-map/PageMiniature.tsx";
import { PagePanels } from "../../components/page-map/PagePanels.tsx";
import { Panel } from "../../components/ui/Panel.tsx";
import type { MapToggle } from "../../state/player/map-toggle.ts";
import { type MapViewStore, setCursorPage, useMapView } from "../../state/player/map-view.ts";
import type { PushReading } from "../../state/recordings/push-log.ts";
import styles from "./LiveScreen.module.css";

export interface LivePagesProps {
  readonly pushes: PushReading;
  readonly map: MapViewStore;
  readonly mapToggle: MapToggle | null;
}

export function MiniaturePanel(props: LivePagesProps & { readonly timeline: Timeline }): ReactNode {
  const { pushes, mapToggle, timeline } = props;
  const { log } = pushes;
  if (log.count === 0 || mapToggle === null) return null;
  const target = sparseFileAt(log, timeline.endMs);
  const title = sparseFileTitle(log, target, timeline);
  return (
    <Panel title="Page map" aside={title}>
      <PageMiniature name={title} {...{ log, target }} atMs={timeline.endMs} />
      <Button
        size="small"
        className={styles.toMap ?? ""}
        aria-keyshortcuts="P"
        aria-pressed={mapToggle.isShown}
        onClick={mapToggle.toggle}
      >
        {mapToggle.isShown ? "Back to the log" : "Show the page map"}
      </Button>
    </Panel>
  );
}

/** Null while the map is not shown. */
export function MapPanels({ map, timeline }: { map: MapViewStore; timeline: Timeline }): ReactNode {
  const counts = useMapView(map, (view) => view.counts);
  const page = useMapView(map, (view) => view.place.cursorPage);
  if (counts === null) return null;
  return (
    <PagePanels
      {...{ counts, page }}
      clock={timeline}
      onPage={(next) => setCursorPage(map, next)}
    />
  );
}
