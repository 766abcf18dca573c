/** The Perfmon counters of a capture as lanes: those that were chosen, at the resolution of the view. */
import { Button } from "@fluentui/react-components";
import { type ReactNode, useMemo } from "react";
import { noSeries } from "../../../app/domain/timeline/capture-timeline.ts";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { CounterPicker } from "../../components/player/CounterPicker.tsx";
import { useCaptureSeries } from "../../state/capture-series.ts";
import { useDetailedOverlay } from "../../state/overlay.ts";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import type { CaptureCounters } from "./capture-counters.ts";
import { PlayedLanes } from "./PlayedLanes.tsx";
import styles from "./ReplayCharts.module.css";

export interface CaptureLanesProps {
  readonly captureId: string;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly counters: CaptureCounters;
}

export function CaptureLanes({ captureId, timeline, player, counters }: CaptureLanesProps) {
  const { lanes, samples } = counters;
  const view = usePlayerState(player, (state) => state.view);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const ids = useMemo(() => lanes.map(({ id }) => id), [lanes]);
  const request = { captureId, counters: ids, extent, view, samples };
  const { series, problem } = useCaptureSeries(request);
  // The timeline of the lanes alone: all else needs no samples, and stays as it is while one zooms.
  const overlay = useDetailedOverlay(captureId, timeline.overlay, view);
  const drawn = useMemo(() => ({ ...timeline, series, overlay }), [timeline, series, overlay]);
  if (lanes.length === 0) return <NoLanes counters={counters} />;
  if (problem !== null && series === noSeries) return <p className={styles.problem}>{problem}</p>;
  return (
    <>
      {problem !== null && <p className={styles.coarse}>Not in full detail: {problem}</p>}
      <PlayedLanes
        label="Counters of the log"
        timeline={drawn}
        player={player}
        lanes={lanes}
        corner={<ChooseCounters counters={counters} />}
      />
    </>
  );
}

export function ChooseCounters({ counters }: Pick<CaptureLanesProps, "counters">): ReactNode {
  const { all, lanes, choose, chooseUsual } = counters;
  return (
    <CounterPicker counters={all} chosen={idsOf(lanes)} onChoose={choose} onUsual={chooseUsual} />
  );
}

const idsOf = (lanes: readonly Lane[]): readonly string[] => lanes.map(({ id }) => id);

function NoLanes({ counters }: Pick<CaptureLanesProps, "counters">) {
  return (
    <div className={styles.none}>
      <p>No counter is shown.</p>
      <ChooseCounters counters={counters} />
      <Button size="small" onClick={counters.chooseUsual}>
        Show the usual ones
      </Button>
    </div>
  );
}
