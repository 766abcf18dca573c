/** The parts of Replay around a capture, which may still be read: what is known grows meanwhile. */
import { useEffect, useMemo, useState } from "react";
import type { CaptureOverview } from "../../../app/contract/capture.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { recordOf } from "../../components/log/paged-rows.ts";
import { captureRecord } from "../../state/capture-queries.ts";
import { useCaptureEntry } from "../../state/captures.ts";
import type { OpenedCaptureState } from "../../state/opened-capture.ts";
import { useOverlay } from "../../state/overlay.ts";
import { type PlayerStore, usePlayer, usePlayerState } from "../../state/player.ts";
import { useStatus } from "../../state/status.ts";
import { CaptureHeader } from "./CaptureHeader.tsx";
import { CaptureLanes } from "./CaptureLanes.tsx";
import { CaptureLog } from "./CaptureLog.tsx";
import { CaptureRail } from "./CaptureRail.tsx";
import { useCaptureCounters } from "./capture-counters.ts";
import { playbackHints } from "./playback-hints.ts";
import { ReplayCharts } from "./ReplayCharts.tsx";
import styles from "./ReplayScreen.module.css";
import { ReplayTransport } from "./ReplayTransport.tsx";
import { SplitPane } from "./SplitPane.tsx";
import { usePlaybackActions } from "./use-playback-actions.ts";
import { utcText } from "./utc-text.ts";

export interface CaptureViewProps {
  readonly captureId: string;
  readonly opened: OpenedCaptureState;
  readonly timeline: Timeline;
  readonly overview: CaptureOverview;
}

export function CaptureView({ captureId, opened, timeline, overview }: CaptureViewProps) {
  const player = usePlayer(`capture:${captureId}`, timeline);
  const [hitTimes, setHitTimes] = useState<readonly number[]>([]);
  const entry = useCaptureEntry(captureId);
  const { overlay } = useOverlay(captureId);
  const counters = useCaptureCounters(overview.counters);
  const shown = useMemo(() => ({ ...timeline, overlay }), [timeline, overlay]);
  const title = entry?.title ?? overview.files.map(({ name }) => name).join(", ");
  usePlaybackActions(player, true);
  useSelectedRecord(captureId, player);
  useStatus({ title, left: statusFacts(overview), right: playbackHints });
  const hasCounters = counters.all.some(({ samples }) => samples > 0);
  const common = { captureId, player };
  const charts = (
    <ReplayCharts
      timeline={shown}
      player={player}
      hitTimes={hitTimes}
      lanes={hasCounters ? <CaptureLanes {...common} timeline={shown} counters={counters} /> : null}
    />
  );
  const hasLog = overview.files.some(({ kind }) => kind === "errorlog");
  const list = hasLog && (
    <CaptureLog
      {...common}
      timeline={timeline}
      overview={overview}
      reading={opened.reading}
      onHits={setHitTimes}
    />
  );
  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <CaptureHeader {...common} {...{ title, opened, timeline, overview }} />
        <ReplayTransport timeline={timeline} player={player} />
        {hasCounters && hasLog ? (
          <SplitPane setting="replay.split" fallback={0.7} upper={charts} lower={list} />
        ) : (
          // Phases alone have a height of their own; the log takes what they leave.
          <>
            {charts}
            {list}
          </>
        )}
      </div>
      <CaptureRail {...common} {...{ timeline, overview, counters }} />
    </div>
  );
}

/** A finding or a mark names a record; what it says is asked for. */
function useSelectedRecord(captureId: string, player: PlayerStore): void {
  const selection = usePlayerState(player, (state) => state.selection);
  useEffect(() => {
    if (selection?.kind !== "record" || selection.record !== undefined) return;
    void captureRecord(captureId, selection.index).then((row) => {
      if (row === null || player.getState().selection !== selection) return;
      player.getState().select({ ...selection, record: recordOf(row, null) });
    });
  }, [captureId, player, selection]);
}

function statusFacts({ source }: CaptureOverview): string[] {
  const { records, unrecognised, utcOffsetMinutes } = source;
  return [
    `${formatNumber(records)} records, ${formatNumber(unrecognised)} not understood`,
    utcOffsetMinutes === null
      ? "time zone not in the log"
      : `local time, ${utcText(utcOffsetMinutes)}`,
  ];
}
