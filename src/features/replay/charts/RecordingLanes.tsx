/** The counters of a recording as lanes: those that were chosen, at the resolution of the view. */
import { Button } from "@fluentui/react-components";
import { type ReactNode, useCallback, useMemo } from "react";
import type { CapturedCounter } from "../../../../app/contract/capture.ts";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import { steadyFromMs } from "../../../../app/contract/steady-state.ts";
import { inEngine, type Lane, neededFor } from "../../../../app/domain/timeline/lanes.ts";
import type { AxisCounter } from "../../../../app/domain/timeline/one-axis.ts";
import { noSeries } from "../../../../app/domain/timeline/recording-timeline.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../../app/domain/timeline/viewport.ts";
import { LaneChoice } from "../../../components/player/LaneChoice.tsx";
import { LaneStack } from "../../../components/player/LaneStack.tsx";
import type { CheckGroup } from "../../../components/ui/CheckPicker.tsx";
import { ReadingSoon } from "../../../components/ui/ReadingSoon.tsx";
import { useSteadyState } from "../../../state/library/steady-state.ts";
import type { MapToggle } from "../../../state/player/map-toggle.ts";
import { useOneAxis } from "../../../state/player/one-axis.ts";
import { usePagesThen } from "../../../state/player/pages-then.ts";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { useLaneLayouts } from "../../../state/recordings/lane-layouts.ts";
import { useDetailedOverlay } from "../../../state/recordings/overlay.ts";
import { useRecordingSeries } from "../../../state/recordings/recording-series.ts";
import { addToReport } from "../../../state/reports/report-edits.ts";
import { selectedOf } from "../selection.ts";
import styles from "./ReplayCharts.module.css";
import type { RecordingCounters } from "./recording-counters.ts";

export interface RecordingLanesProps {
  readonly recording: RecordingRef;
  /** Null: files of a server. */
  readonly runId: string | null;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly counters: RecordingCounters;
  /** Null: there can be no page map. */
  readonly mapToggle: MapToggle | null;
  /** The names of phases above them; without it the phases themselves are there. */
  readonly hasHeader: boolean;
  readonly corner: ReactNode;
}

export function RecordingLanes(props: RecordingLanesProps) {
  const { recording, runId, timeline, player, counters, mapToggle, hasHeader, corner } = props;
  const { lanes, samples } = counters;
  const view = usePlayerState(player, (state) => state.view);
  const extent = useMemo(() => extentOf(timeline), [timeline]);
  const { isOneAxis } = useOneAxis(counters.ofFigure4.length > 0);
  const onOneAxis = isOneAxis ? counters.ofFigure4 : none;
  const needed = useMemo(
    () => neededFor(isOneAxis ? counters.ofFigure4.map(({ lane }) => lane) : lanes),
    [isOneAxis, counters.ofFigure4, lanes],
  );
  const { arrangement, show } = counters;
  const onReport = useCallback(() => {
    const { startMs, endMs } = player.getState().view;
    const shown = [...arrangement.lanes];
    addToReport(recording, { kind: "lanes", fromMs: startMs, toMs: endMs, lanes: shown });
  }, [recording, player, arrangement]);
  const request = { recording, ...needed, extent, view, samples };
  const { series, problem, loading } = useRecordingSeries(request);
  const overlaid = useMemo(() => lanes.map((lane) => inEngine(lane).id), [lanes]);
  const selection = usePlayerState(player, (state) => state.selection);
  const pages = usePagesThen(player, mapToggle, selectedOf(timeline, selection).span, series);
  const arranging = useMemo(
    () => ({ shown: arrangement, onShow: show, onReport, pages }),
    [arrangement, show, onReport, pages],
  );
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
        arranging={arranging}
        steadyFromMs={steady === null ? null : steadyFromMs(steady)}
        hasHeader={hasHeader}
        corner={corner}
      />
    </>
  );
}

export function ChooseLanes({ counters }: Pick<RecordingLanesProps, "counters">): ReactNode {
  const { all, possible, arrangement, show, ofFigure4 } = counters;
  const isPossible = ofFigure4.length > 0;
  const { isOneAxis, choose } = useOneAxis(isPossible);
  const layouts = useLaneLayouts();
  const groups = useMemo(() => groupsOf(all, possible), [all, possible]);
  return (
    <LaneChoice
      {...{ possible, groups, isOneAxis }}
      layouts={layouts}
      shown={arrangement}
      onShow={show}
      onOneAxis={isPossible ? choose : null}
    />
  );
}

/** Counters by the object that they are of; those without a value in the file cannot be drawn. */
function groupsOf(
  counters: readonly CapturedCounter[],
  possible: readonly Lane[],
): readonly CheckGroup[] {
  const byObject = Map.groupBy(
    counters.filter(({ samples }) => samples > 0),
    ({ object }) => object,
  );
  const ofCounters = [...byObject]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([title, own]) => ({
      title,
      options: own.map(({ id, counter, instance, unit }) => ({
        id,
        title: instance === null ? counter : `${counter} (${instance})`,
        note: unit,
      })),
    }));
  const waits = possible.filter(({ waitType }) => waitType !== undefined);
  if (waits.length === 0) return ofCounters;
  const options = waits.map(({ id, title, unit }) => ({ id, title, note: unit }));
  return [...ofCounters, { title: "Sessions waiting, by wait type", options }];
}

const none: readonly AxisCounter[] = [];

function NoLanes({ counters }: Pick<RecordingLanesProps, "counters">) {
  return (
    <div className={styles.none}>
      <p>No counter is shown.</p>
      <ChooseLanes counters={counters} />
      <Button size="small" onClick={counters.chooseUsual}>
        Show the usual ones
      </Button>
    </div>
  );
}
