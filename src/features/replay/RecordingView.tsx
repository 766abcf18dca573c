/** The parts of Replay around a recording, which may still be read: what is known grows meanwhile. */
import { useEffect, useMemo, useState } from "react";
import type { RecordingOverview, RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatClockDate } from "../../../app/domain/format/times.ts";
import { utcOffset } from "../../../app/domain/format/utc-offset.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { EditedBookmark } from "../../components/bookmarks/BookmarkPanel.tsx";
import { recordOf } from "../../components/log/paged-rows.ts";
import { useBookmarking } from "../../state/player/bookmarking.ts";
import { createHere } from "../../state/player/here.ts";
import { useMapToggle } from "../../state/player/map-toggle.ts";
import { mapViewOf, useMapView } from "../../state/player/map-view.ts";
import { usePagesThenAction } from "../../state/player/pages-then.ts";
import { type PlayerStore, usePlayer, usePlayerState } from "../../state/player/player.ts";
import { placeIn } from "../../state/recordings/left-off.ts";
import { useOverlay } from "../../state/recordings/overlay.ts";
import { recordAt } from "../../state/recordings/record-queries.ts";
import { type RecordingState, recordingKey } from "../../state/recordings/recording.ts";
import { useStatus } from "../../state/shell/status.ts";
import { ChooseLanes, RecordingLanes } from "./charts/RecordingLanes.tsx";
import { ReplayCharts } from "./charts/ReplayCharts.tsx";
import { ReportMenu } from "./charts/ReportMenu.tsx";
import { useRecordingCounters } from "./charts/recording-counters.ts";
import { SplitPane } from "./charts/SplitPane.tsx";
import { RecordList } from "./log/RecordList.tsx";
import { ReplayPageMap } from "./map/ReplayPageMap.tsx";
import { playbackHints } from "./playback-hints.ts";
import { RecordingHeader } from "./RecordingHeader.tsx";
import styles from "./ReplayScreen.module.css";
import { RecordingRail } from "./rail/RecordingRail.tsx";
import { selectedOf } from "./selection.ts";
import { usePlaybackActions } from "./use-playback-actions.ts";

export interface RecordingViewProps {
  readonly recording: RecordingRef;
  readonly state: RecordingState;
  readonly timeline: Timeline;
  readonly overview: RecordingOverview;
}

export function RecordingView({ recording, state, timeline, overview }: RecordingViewProps) {
  const player = usePlayer(recordingKey(recording), timeline, placeIn(recording));
  const [hitTimes, setHitTimes] = useState<readonly number[]>([]);
  const { overlay } = useOverlay(recording);
  const hasWaits = overview.run !== null || overview.waits.length > 0;
  const counters = useRecordingCounters(
    overview.counters,
    hasWaits,
    overview.effects,
    overview.run?.scenario ?? null,
  );
  const bookmarking = useBookmarking(recording, player, () => player.getState().playheadMs);
  const { bookmarks } = bookmarking;
  const shown = useMemo(
    () => ({ ...timeline, overlay, bookmarks }),
    [timeline, overlay, bookmarks],
  );
  usePlaybackActions(player, timeline);
  useSelectedRecord(recording, player, overview.source.records);
  useStatus({ title: overview.title, left: statusFacts(overview), right: playbackHints });
  const hasCounters = counters.all.some(({ samples }) => samples > 0);
  const common = { recording, player };
  const runId = overview.run?.entry.id ?? null;
  const [here] = useState(createHere);
  const map = mapViewOf(recordingKey(recording));
  // Only an engine tells of pushes.
  const mapToggle = useMapToggle("replay.map", runId !== null && hasCounters);
  const moments = useMapView(map, (view) => view.moments);
  const selection = usePlayerState(player, (state) => state.selection);
  usePagesThenAction(mapToggle, selectedOf(timeline, selection).span);
  const charts = (
    <ReplayCharts
      timeline={shown}
      player={player}
      {...{ hitTimes, moments, mapToggle }}
      choice={<ChooseLanes counters={counters} />}
      report={
        <ReportMenu
          {...common}
          lanes={counters.arrangement.lanes}
          hasWaits={hasWaits}
          hasResponses={runId !== null}
        />
      }
      lanes={
        hasCounters
          ? (place) => (
              <RecordingLanes
                {...common}
                {...place}
                runId={runId}
                timeline={shown}
                {...{ counters, mapToggle }}
              />
            )
          : null
      }
    />
  );
  const hasLog = hasRecords(overview);
  const list = hasLog && (
    <RecordList
      {...common}
      timeline={timeline}
      overview={overview}
      reading={state.reading}
      here={here}
      onHits={setHitTimes}
    />
  );
  const isMapShown = mapToggle?.isShown === true;
  const lower = isMapShown ? (
    <ReplayPageMap {...{ recording, timeline, player, map }} name={overview.title} />
  ) : (
    list
  );
  return (
    <div className={styles.screen}>
      <EditedBookmark {...{ timeline, ...bookmarking }} />
      <RecordingHeader {...common} {...{ state, timeline, overview }} />
      <div className={styles.body}>
        <div className={styles.main}>
          {hasCounters && (hasLog || isMapShown) ? (
            <SplitPane
              // Each has its own height.
              key={isMapShown ? "map" : "log"}
              setting={isMapShown ? "replay.map-split" : "replay.split"}
              fallback={isMapShown ? chartShareAboveMap : chartShare()}
              upper={charts}
              lower={lower}
              {...(isMapShown ? heightsWithMap : heightsWithList)}
            />
          ) : (
            // Phases alone have a height of their own; the log takes what they leave.
            <>
              {charts}
              {list}
            </>
          )}
        </div>
        <RecordingRail {...common} {...{ timeline, overview, counters, here, map, bookmarking }} />
      </div>
    </div>
  );
}

/** Search and filters, the names of the columns, three records, and what the playhead's one means, px. */
const heightsWithList = { leastLower: 168 };

/** The charts with a lane, their time and the playback; the map with its bar, captions and some rows of cells. */
const heightsWithMap = { leastUpper: 240, leastLower: 210 };
const chartShareAboveMap = 0.4;

/** In a low window charts leave room for some records. */
const chartShare = (): number => (window.innerHeight < 760 ? 0.6 : 0.7);

/** Counters and waits alone have none. */
const hasRecords = ({ source }: RecordingOverview): boolean =>
  source.kind === "errorlog" || source.kind === "mixed";

/**
 * A finding or a mark names a record, and so does what was selected when the recording was left; what it says
 * is asked for, again when more records are read.
 */
function useSelectedRecord(recording: RecordingRef, player: PlayerStore, read: number): void {
  const selection = usePlayerState(player, (state) => state.selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a log that is still read may not have it yet
  useEffect(() => {
    if (selection?.kind !== "record" || selection.record !== undefined) return undefined;
    const left = new AbortController();
    void recordAt(recording, selection.index, left.signal).then((row) => {
      if (row === null || player.getState().selection !== selection) return;
      player.getState().select({ ...selection, record: recordOf(row, null) });
    });
    return () => left.abort();
  }, [recording, player, selection, read]);
}

function statusFacts({ source, run, origin }: RecordingOverview): string[] {
  const { records, unrecognised, utcOffsetMinutes } = source;
  const read = `${formatNumber(records)} records, ${formatNumber(unrecognised)} not understood`;
  if (run !== null) {
    const { mode, seed, users } = run.entry;
    const start = formatClockDate(Date.parse(`${origin}Z`), 0);
    return [
      `${mode}, seed ${seed}`,
      `${formatNumber(users)} users at the start`,
      read,
      `simulated clock, starts ${start}`,
    ];
  }
  return [
    read,
    utcOffsetMinutes === null
      ? "time zone not in the log"
      : `local time, ${utcOffset(utcOffsetMinutes)}`,
  ];
}
