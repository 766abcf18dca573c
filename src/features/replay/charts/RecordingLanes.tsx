/** The counters of a recording as lanes: those that were chosen, at the resolution of the view. */
import { Button } from "@fluentui/react-components";
import { type ReactNode, useMemo } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import { steadyFromMs } from "../../../../app/contract/steady-state.ts";
import { inEngine, type Lane } from "../../../../app/domain/timeline/lanes.ts";
import type { AxisCounter } from "../../../../app/domain/timeline/one-axis.ts";
import { noSeries } from "../../../../app/domain/timeline/recording-timeline.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../../app/domain/timeline/viewport.ts";
import { CounterPicker } from "../../../components/player/CounterPicker.tsx";
import { LaneStack } from "../../../components/player/LaneStack.tsx";
import { ReadingSoon } from "../../../components/ui/ReadingSoon.tsx";
import { useSteadyState } from "../../../state/library/steady-state.ts";
import { useOneAxis } from "../../../state/player/one-axis.ts";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { useDetailedOverlay } from "../../../state/recordings/overlay.ts";
import { useRecordingSeries } from "../../../state/recordings/recording-series.ts";
import styles from "./ReplayCharts.module.css";
import type { RecordingCounters } from "./recording-counters.ts";

export interface RecordingLanesProps {
  readonly recording: RecordingRef;
  /** Null: files of a server. */
  readonly runId: string | null;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly counters: RecordingCounters;
  /** The names of phases above them; without it the phases themselves are there. */
  readonly hasHeader: boolean;
  readonly corner: ReactNode;
}

export function RecordingLanes(props: RecordingLanesProps) {
  const { recording, runId, timeline, player, counters, hasHeader, corner } = props;
  const { lanes, samples } = counters;
  const view = usePlayerState(player, (state) => state.view);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const { isOneAxis } = useOneAxis(counters.ofFigure4.length > 0);
  const onOneAxis = isOneAxis ? counters.ofFigure4 : none;
  const ids = useMemo(
    () => (isOneAxis ? counters.ofFigure4.map(({ lane }) => lane.id) : lanes.map(({ id }) => id)),
    [isOneAxis, counters.ofFigure4, lanes],
  );
  const request = { recording, counters: ids, extent, view, samples };
  const { series, problem, loading } = useRecordingSeries(request);
  const overlaid = useMemo(() => lanes.map((lane) => inEngine(lane).id), [lanes]);
  // The timeline of the lanes alone: all else needs no samples, and stays as it is while one zooms.
  const overlay = useDetailedOverlay(recording, timeline.overlay, overlaid, view);
  const steady = useSteadyState(runId);
  const drawn = useMemo(() => ({ ...timeline, series, overlay }), [timeline, series, overlay]);
  if (lanes.length === 0 && !isOneAxis) return <NoLanes counters={counters} />;
  if (problem !== null && series === noSeries) return <p className={styles.problem}>{problem}</p>;
  // Without its samples a lane looks as if all of it were zero.
  if (loading && series === noSeries) return <ReadingSoon label="Reading the counters" />;
  return (
    <>
      {problem !== null && <p className={styles.coarse}>Not in full detail: {problem}</p>}
      <LaneStack
        label="Counters"
        timeline={drawn}
        lanes={lanes}
        onOneAxis={onOneAxis}
        steadyFromMs={steady === null ? null : steadyFromMs(steady)}
        hasHeader={hasHeader}
        corner={corner}
      />
    </>
  );
}

export function ChooseCounters({ counters }: Pick<RecordingLanesProps, "counters">): ReactNode {
  const { all, lanes, ofFigure4, choose, chooseUsual } = counters;
  const isPossible = ofFigure4.length > 0;
  const { isOneAxis, choose: chooseOneAxis } = useOneAxis(isPossible);
  return (
    <CounterPicker
      counters={all}
      chosen={idsOf(lanes)}
      onChoose={choose}
      onUsual={chooseUsual}
      isOneAxis={isOneAxis}
      onOneAxis={isPossible ? chooseOneAxis : null}
    />
  );
}

const none: readonly AxisCounter[] = [];

const idsOf = (lanes: readonly Lane[]): readonly string[] => lanes.map(({ id }) => id);

function NoLanes({ counters }: Pick<RecordingLanesProps, "counters">) {
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
