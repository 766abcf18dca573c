/** The lanes of a run under way. They follow it until one looks elsewhere, and lead back to it. */
import { Button } from "@fluentui/react-components";
import { ArrowLeftRegular, ArrowRightRegular } from "@fluentui/react-icons";
import { useCallback, useEffect, useMemo } from "react";
import type { Bookmark } from "../../../app/contract/bookmarks.ts";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import {
  lanes,
  lanesOf,
  neededFor,
  responseLaneId,
  standardLanes,
} from "../../../app/domain/timeline/lanes.ts";
import { type AxisCounter, table4 } from "../../../app/domain/timeline/one-axis.ts";
import { plannedAhead } from "../../../app/domain/timeline/planned-ahead.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { ExpectationBars } from "../../components/expectation/ExpectationBars.tsx";
import { LaneChoice } from "../../components/player/LaneChoice.tsx";
import { LaneStack, type LaneStackProps } from "../../components/player/LaneStack.tsx";
import { gutters } from "../../components/player/lane-geometry.ts";
import { LaneViewProvider, useLaneView } from "../../components/player/lane-view-context.tsx";
import { OverviewStrip } from "../../components/player/OverviewStrip.tsx";
import { useLaneExpectations } from "../../state/player/lane-expectations.ts";
import { useWatchedView } from "../../state/player/lane-view.ts";
import type { MapToggle } from "../../state/player/map-toggle.ts";
import { type MapViewStore, useMapView } from "../../state/player/map-view.ts";
import { useOneAxis } from "../../state/player/one-axis.ts";
import { usePagesThen, usePagesThenAction } from "../../state/player/pages-then.ts";
import { type PlayerStore, usePlayerState } from "../../state/player/player.ts";
import { useViewActions } from "../../state/player/view-actions.ts";
import { useLaneLayouts } from "../../state/recordings/lane-layouts.ts";
import { useGrowingSeries } from "../../state/recordings/recording-series.ts";
import { addToReport } from "../../state/reports/report-edits.ts";
import { useActions } from "../../state/shell/actions.ts";
import { CreationView } from "./CreationView.tsx";
import type { CreationViewState } from "./creation-view.ts";
import styles from "./LiveScreen.module.css";
import { possibleLanes, useLiveLanes, waitLanesOfRun } from "./live-lanes.ts";

export interface LiveLanesProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  /** What was asked of the engine; null until that is known. */
  readonly scenario: Scenario | null;
  readonly player: PlayerStore;
  readonly goesOn: boolean;
  readonly creation: Band | null;
  /** Whether that is shown, large, in the place of the lanes. */
  readonly creationView: CreationViewState;
  readonly map: MapViewStore;
  readonly bookmarks: readonly Bookmark[];
  readonly mapToggle: MapToggle | null;
}

const groups = [
  { title: "Lanes of the SQLCAT paper, and response", of: standardLanes },
  { title: "More counters", of: lanes.filter(({ standard }) => !standard) },
  { title: "Sessions waiting, by wait type", of: waitLanesOfRun },
].map(({ title, of }) => ({
  title,
  options: of.map((lane) => ({ id: lane.id, title: lane.title, note: lane.unit })),
}));

/** What users feel of a creation: how much is done, and how long it takes. */
const lanesOfCreation = lanesOf(["transactionsPerSecond", responseLaneId]);

const none: readonly AxisCounter[] = [];

export function LiveLanes(props: LiveLanesProps) {
  const { recording, timeline, scenario, player, goesOn, creation } = props;
  const { map, mapToggle, bookmarks } = props;
  const { endMs, plannedEndMs } = timeline;
  const { open, toggle } = props.creationView;
  const viewMode = usePlayerState(player, (state) => state.viewMode);
  const [shown, show] = useLiveLanes(scenario);
  const stack = useMemo(() => lanesOf(shown.lanes), [shown]);
  const { isOneAxis, choose: onOneAxis } = useOneAxis(true);
  const onReport = useCallback(() => {
    const { startMs, endMs } = player.getState().view;
    addToReport(recording, {
      kind: "lanes",
      fromMs: startMs,
      toMs: endMs,
      lanes: [...shown.lanes],
    });
  }, [recording, player, shown]);
  const arranging = useMemo(() => ({ shown, onShow: show, onReport }), [shown, show, onReport]);
  const layouts = useLaneLayouts();
  const picker = (
    <LaneChoice
      possible={possibleLanes}
      groups={groups}
      layouts={layouts}
      {...{ shown, isOneAxis, onOneAxis }}
      onShow={show}
    />
  );
  useViewActions(player, { arrowsPan: true });
  useActions([
    {
      id: "view.creation",
      title: open ? "Back to the run" : "Show the creation",
      group: "View",
      keys: "C",
      enabled: creation !== null,
      run: toggle,
    },
    {
      id: "view.follow",
      title: "Follow live, at this zoom",
      group: "View",
      keys: "End",
      run: () => player.getState().followLive(),
    },
    {
      id: "view.deselect",
      title: "Select nothing",
      group: "View",
      keys: "Esc",
      run: () => player.getState().select(null),
    },
  ]);
  const moments = useMapView(map, (shown) => shown.moments);
  const mark = { name: goesOn ? "now" : "end", atMs: timeline.endMs } as const;
  const view = useWatchedView(player, mark, { follows: true, selects: true, moments });
  const planned = useMemo(
    () => (scenario === null || !goesOn ? [] : plannedAhead(scenario, { endMs, plannedEndMs })),
    [scenario, goesOn, endMs, plannedEndMs],
  );
  const own = { recording, timeline, player, mapToggle, goesOn, planned, bookmarks };
  usePagesThenAction(mapToggle, view.selectedSpan);
  return (
    <div className={styles.lanes}>
      {open && creation !== null ? (
        <CreationView
          {...{ timeline, creation, goesOn, view }}
          lanes={<WatchedLanes {...own} lanes={lanesOfCreation} hasHeader={false} />}
        />
      ) : (
        <LaneViewProvider value={view} gutter={gutters.lanes}>
          <WatchedLanes
            {...own}
            lanes={stack}
            arranging={arranging}
            onOneAxis={isOneAxis ? table4 : none}
            corner={picker}
            axisEnd={viewMode === "free" && <WayBack {...{ player, goesOn }} />}
          />
          <OverviewStrip timeline={timeline} />
        </LaneViewProvider>
      )}
      {open && (
        <div className={styles.fromCreation}>
          <Button size="small" icon={<ArrowLeftRegular />} onClick={toggle} aria-keyshortcuts="C">
            Back to the run
          </Button>
        </div>
      )}
    </div>
  );
}

/** To what is shown until one looks elsewhere. */
function WayBack({ player, goesOn }: Pick<LiveLanesProps, "player" | "goesOn">) {
  return (
    <Button
      size="small"
      className={styles.wayBack ?? ""}
      icon={<ArrowRightRegular />}
      onClick={() => player.getState().fit()}
    >
      {goesOn ? "Follow live" : "Show all of it"}
    </Button>
  );
}

type WatchedLanesProps = Pick<
  LiveLanesProps,
  "recording" | "timeline" | "player" | "mapToggle" | "goesOn" | "bookmarks"
> &
  Required<Pick<Timeline, "planned">> &
  Pick<LaneStackProps, "lanes" | "onOneAxis" | "arranging" | "corner" | "axisEnd" | "hasHeader">;

/** The lanes with all their samples: what came before this window is asked for. */
function WatchedLanes(props: WatchedLanesProps) {
  const { recording, timeline, player, mapToggle, goesOn, planned, bookmarks, ...shown } = props;
  const { view, selectedSpan } = useLaneView();
  const { lanes: stack, onOneAxis = none } = shown;
  const extent = useMemo(() => ({ startMs: 0, endMs: timeline.endMs }), [timeline.endMs]);
  const needed = useMemo(
    () => neededFor(onOneAxis.length > 0 ? onOneAxis.map(({ lane }) => lane) : stack),
    [stack, onOneAxis],
  );
  const { series } = useGrowingSeries({
    ...{ recording, ...needed, extent, view },
    came: timeline.series,
  });
  const drawn = useMemo(
    () => ({ ...timeline, series, planned, bookmarks }),
    [timeline, series, planned, bookmarks],
  );
  const pages = usePagesThen(player, mapToggle, selectedSpan, series);
  const expected = useLaneExpectations(recording.id, stack, timeline, series);
  const { arranging } = shown;
  // What has come cannot be expected any more.
  const onExpect = useCallback(
    (laneId: string) => {
      player.getState().fit();
      expected.draw(laneId, { startMs: timeline.endMs, endMs: extentOf(timeline).endMs });
    },
    [player, expected, timeline],
  );
  const first = expected.asked && timeline.state?.state === "paused" ? stack[0]?.id : undefined;
  useEffect(() => {
    if (first !== undefined) onExpect(first);
  }, [first, onExpect]);
  const arranged = useMemo(
    () => arranging && { ...arranging, pages, ...(goesOn ? { onExpect } : {}) },
    [arranging, pages, goesOn, onExpect],
  );
  return (
    <>
      <LaneStack
        label="Counters of the run"
        timeline={drawn}
        {...shown}
        arranging={arranged}
        expectedOf={expected.expectedOf}
      />
      {arranging !== undefined && (
        <ExpectationBars
          expecting={expected.expecting}
          done="Done"
          lines={expected.lanes.map(({ lane, least, ...line }) => ({
            ...{ ...line, id: lane.id, name: `‘${lane.title}’`, most: least },
          }))}
          onDraw={goesOn ? onExpect : undefined}
          onClear={expected.clear}
        />
      )}
    </>
  );
}
