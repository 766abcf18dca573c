/** The page map of the recording at the playhead, or why there is none. */
import { Button } from "@fluentui/react-components";
import { GridDotsRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import { timeAt } from "../../../../app/domain/page-map/push-log.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../../app/domain/timeline/viewport.ts";
import { LinkedMap } from "../../../components/page-map/LinkedMap.tsx";
import { ReadingSoon } from "../../../components/ui/ReadingSoon.tsx";
import { EmptyState, ErrorState } from "../../../components/ui/StateMessage.tsx";
import { type MapViewStore, useMapView } from "../../../state/player/map-view.ts";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { usePushLog } from "../../../state/recordings/push-log.ts";
import { selectedOf } from "../selection.ts";
import styles from "./ReplayPageMap.module.css";

export interface ReplayPageMapProps {
  readonly recording: RecordingRef;
  readonly name: string;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly map: MapViewStore;
}

export function ReplayPageMap(props: ReplayPageMapProps): ReactNode {
  const { recording, name, timeline, player, map } = props;
  const { log, ended, message } = usePushLog(recording);
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  const selection = usePlayerState(player, (state) => state.selection);
  const { target, place, counts } = useMapView(map, (view) => view);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  if (log.count === 0) {
    if (message !== null) return <ErrorState title="No page can be shown" message={message} />;
    return ended ? <NoPushes timeline={timeline} /> : <ReadingSoon label="Reading the pushes" />;
  }
  const firstMs = timeAt(log, 0);
  return (
    <>
      {message !== null && <p className={styles.problem}>Not all pages are shown: {message}</p>}
      {playheadMs < firstMs && (
        <div className={styles.before}>
          No page is copied until {formatMomentOf(timeline, firstMs)}.
          <Button size="small" onClick={() => player.getState().seek(firstMs)}>
            Go to the first push
          </Button>
        </div>
      )}
      <LinkedMap
        {...{ name, log, extent, target, place, counts }}
        clock={timeline}
        atMs={playheadMs}
        selected={selectedOf(timeline, selection).span}
        onTarget={(next) => map.setState({ target: next })}
        onPlace={(next) => map.setState({ place: next })}
        onCounts={(next) => map.setState({ counts: next })}
        onMoments={(moments) => map.setState({ moments })}
      />
    </>
  );
}

function NoPushes({ timeline }: Pick<ReplayPageMapProps, "timeline">): ReactNode {
  return (
    <EmptyState icon={<GridDotsRegular fontSize={32} />} title="This run recorded no pushes">
      {timeline.snapshots.length === 0
        ? "It had no database snapshot, so that no page was copied. Add one to the timeline in Experiments, and run it again."
        : "Either no page was changed while it had a snapshot, or it was recorded by an earlier version. Run it again to see its pages."}
    </EmptyState>
  );
}
