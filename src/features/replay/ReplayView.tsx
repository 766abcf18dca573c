/** The parts of Replay around one player: header, transport, charts, log, rail. */
import { useState } from "react";
import type { OpenedLog } from "../../../app/contract/rpc/services.ts";
import type { RecordedTimeline } from "../../../app/contract/rpc/timeline-data.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { formatNumber } from "../../components/format/numbers.ts";
import { formatClockDate } from "../../components/format/times.ts";
import { usePlayer } from "../../state/player.ts";
import { useStatus } from "../../state/status.ts";
import { ReplayCharts } from "./ReplayCharts.tsx";
import { ReplayHeader } from "./ReplayHeader.tsx";
import { ReplayLog } from "./ReplayLog.tsx";
import { ReplayRail } from "./ReplayRail.tsx";
import styles from "./ReplayScreen.module.css";
import { ReplayTransport } from "./ReplayTransport.tsx";
import { SplitPane } from "./SplitPane.tsx";
import { usePlaybackActions } from "./use-playback-actions.ts";

export interface ReplayViewProps {
  readonly playerKey: string;
  readonly timeline: Timeline;
  /** Of a run; then `log` is null. */
  readonly recorded: RecordedTimeline | null;
  readonly log: OpenedLog | null;
}

export function ReplayView({ playerKey, timeline, recorded, log }: ReplayViewProps) {
  const player = usePlayer(playerKey, timeline);
  const [hitTimes, setHitTimes] = useState<readonly number[]>([]);
  usePlaybackActions(player, true);
  useStatus({
    title: recorded?.entry.name ?? log?.fileName ?? null,
    left: recorded === null ? logFacts(log) : runFacts(recorded, timeline),
    right: ["Space plays", "arrows step events", "Shift+arrows step phases", "? all keys"],
  });
  const charts = <ReplayCharts timeline={timeline} player={player} hitTimes={hitTimes} />;
  const list = <ReplayLog timeline={timeline} player={player} onHits={setHitTimes} />;
  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <ReplayHeader timeline={timeline} recorded={recorded} log={log} />
        <ReplayTransport timeline={timeline} player={player} />
        {recorded === null ? (
          // Phases alone have a height of their own; the log takes what they leave.
          <>
            {charts}
            {list}
          </>
        ) : (
          <SplitPane setting="replay.split" fallback={0.7} upper={charts} lower={list} />
        )}
      </div>
      <ReplayRail timeline={timeline} player={player} recorded={recorded} />
    </div>
  );
}

function logFacts(log: OpenedLog | null): string[] {
  if (log === null) return [];
  const { records, unrecognised } = log.source;
  return [
    `Imported ${formatNumber(records)} records, ${formatNumber(unrecognised)} not understood`,
    "time zone not in the log",
  ];
}

function runFacts({ entry }: RecordedTimeline, { originMs }: Timeline): string[] {
  return [
    `${entry.mode}, seed ${entry.seed}`,
    `${formatNumber(entry.users)} users at the start`,
    `engine clock starts ${formatClockDate(originMs, 0)}, no time zone`,
  ];
}
