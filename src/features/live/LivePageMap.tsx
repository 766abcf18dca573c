/** The page map of a run under way, as it is now, in the place of its log. */
import { Button } from "@fluentui/react-components";
import { GridDotsRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { LinkedMap } from "../../components/page-map/LinkedMap.tsx";
import { EmptyState } from "../../components/ui/StateMessage.tsx";
import { type MapViewStore, useMapView } from "../../state/player/map-view.ts";
import { type PlayerStore, usePlayerState } from "../../state/player/player.ts";
import type { PushReading } from "../../state/recordings/push-log.ts";
import styles from "./LiveScreen.module.css";

export interface LivePageMapProps {
  readonly name: string;
  readonly pushes: PushReading;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly map: MapViewStore;
  readonly goesOn: boolean;
  readonly onLog: () => void;
}

export function LivePageMap(props: LivePageMapProps): ReactNode {
  const { name, pushes, timeline, player, map, goesOn, onLog } = props;
  const { log, message } = pushes;
  const { endMs } = timeline;
  const { target, place, counts } = useMapView(map, (view) => view);
  const selection = usePlayerState(player, (state) => state.selection);
  const extent = useMemo(() => ({ startMs: 0, endMs }), [endMs]);
  const toLog = (
    <Button size="small" aria-keyshortcuts="P" onClick={onLog}>
      Back to the log
    </Button>
  );
  return (
    <section className={styles.map} aria-label="Pages of the run">
      {log.count === 0 ? (
        <EmptyState
          icon={<GridDotsRegular fontSize={32} />}
          title={goesOn ? "No page is copied yet" : "This run recorded no pushes"}
          actions={toLog}
        >
          {message ??
            (goesOn
              ? "Pages are copied when they change for the first time while there is a database snapshot: create one with the controls above."
              : "No page was changed while it had a database snapshot.")}
        </EmptyState>
      ) : (
        <LinkedMap
          {...{ name, log, extent, target, place, counts }}
          clock={timeline}
          atMs={endMs}
          selected={selection?.kind === "span" ? selection.span : null}
          beside={toLog}
          onTarget={(next) => map.setState({ target: next })}
          onPlace={(next) => map.setState({ place: next })}
          onCounts={(next) => map.setState({ counts: next })}
          onMoments={(moments) => map.setState({ moments })}
        />
      )}
    </section>
  );
}
