/** The parts of Replay around a run: header, transport, charts, log, rail. */
import { useState } from "react";
import type { RecordedTimeline } from "../../../app/contract/rpc/timeline-data.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatClockDate } from "../../../app/domain/format/times.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { usePlayer } from "../../state/player.ts";
import { useStatus } from "../../state/status.ts";
import { playbackHints } from "./playback-hints.ts";
import { ReplayCharts } from "./ReplayCharts.tsx";
import { ReplayHeader } from "./ReplayHeader.tsx";
import { ReplayRail } from "./ReplayRail.tsx";
import styles from "./ReplayScreen.module.css";
import { ReplayTransport } from "./ReplayTransport.tsx";
import { RunLanes } from "./RunLanes.tsx";
import { RunLog } from "./RunLog.tsx";
import { SplitPane } from "./SplitPane.tsx";
import { usePlaybackActions } from "./use-playback-actions.ts";

export interface ReplayViewProps {
  readonly playerKey: string;
  readonly timeline: Timeline;
  readonly recorded: RecordedTimeline;
}

export function ReplayView({ playerKey, timeline, recorded }: ReplayViewProps) {
  const player = usePlayer(playerKey, timeline);
  const [hitTimes, setHitTimes] = useState<readonly number[]>([]);
  usePlaybackActions(player, true);
  useStatus({
    title: recorded.entry.name,
    left: runFacts(recorded, timeline),
    right: playbackHints,
  });
  const hasCounters = timeline.series.timeMs.length > 0;
  const charts = (
    <ReplayCharts
      timeline={timeline}
      player={player}
      hitTimes={hitTimes}
      lanes={
        hasCounters ? (
          <RunLanes runId={recorded.entry.id} timeline={timeline} player={player} />
        ) : null
      }
    />
  );
  const list = <RunLog timeline={timeline} player={player} onHits={setHitTimes} />;
  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <ReplayHeader timeline={timeline} recorded={recorded} />
        <ReplayTransport timeline={timeline} player={player} />
        <SplitPane setting="replay.split" fallback={0.7} upper={charts} lower={list} />
      </div>
      <ReplayRail timeline={timeline} player={player} recorded={recorded} />
    </div>
  );
}

function runFacts({ entry }: RecordedTimeline, { originMs }: Timeline): string[] {
  return [
    `${entry.mode}, seed ${entry.seed}`,
    `${formatNumber(entry.users)} users at the start`,
    `engine clock starts ${formatClockDate(originMs, 0)}, no time zone`,
  ];
}
