/** A run under way: lanes and phases as they come, its log, what it waits for, and how to steer it. */
import { Button, Spinner } from "@fluentui/react-components";
import { useMemo } from "react";
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatClockDate } from "../../../app/domain/format/times.ts";
import { titleOfPreset } from "../../../app/domain/preset-title.ts";
import {
  activityOf,
  disconnected,
  hasEnded,
  stopping,
  takes,
} from "../../../app/domain/run/run-activity.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { EditedBookmark } from "../../components/bookmarks/BookmarkPanel.tsx";
import { PresentButton } from "../../components/present/PresentButton.tsx";
import { ErrorState } from "../../components/ui/StateMessage.tsx";
import { useLibrary } from "../../state/library/library.ts";
import { useLiveRun } from "../../state/live/live-run.ts";
import { useBookmarking } from "../../state/player/bookmarking.ts";
import { useMapToggle } from "../../state/player/map-toggle.ts";
import { mapViewOf } from "../../state/player/map-view.ts";
import { usePlayer, usePlayerState } from "../../state/player/player.ts";
import { usePresentAction } from "../../state/present/present.ts";
import { usePushLog } from "../../state/recordings/push-log.ts";
import { useConnection } from "../../state/services/services.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { useStatus } from "../../state/shell/status.ts";
import { RunBar } from "./bar/RunBar.tsx";
import { RunPlan } from "./bar/RunPlan.tsx";
import { useRunControls } from "./bar/run-controls.ts";
import { useRemainingWall } from "./bar/use-remaining-wall.ts";
import { useRefusals } from "./commands.ts";
import { lastCreation, useCreationView } from "./creation-view.ts";
import { LiveEmpty } from "./LiveEmpty.tsx";
import { LiveLanes } from "./LiveLanes.tsx";
import { LiveLog } from "./LiveLog.tsx";
import { LivePageMap } from "./LivePageMap.tsx";
import { LiveRail } from "./LiveRail.tsx";
import styles from "./LiveScreen.module.css";
import { ResultBanner } from "./ResultBanner.tsx";
import { RunSwitcher } from "./RunSwitcher.tsx";
import { SteerRow } from "./steer/SteerRow.tsx";

export default function LiveScreen() {
  const { status, entries } = useLibrary();
  const chosen = useNavigation((state) => state.liveRunId);
  const running = entries.filter((entry) => entry.status === "running");
  const shown = entries.find(({ id }) => id === chosen) ?? running[0] ?? null;
  if (shown !== null) return <LiveRunView key={shown.id} listed={shown} running={running} />;
  if (status === "loading")
    return <Spinner className={styles.loading ?? ""} label="Loading runs" />;
  return <LiveEmpty last={entries[0] ?? null} />;
}

interface LiveRunViewProps {
  readonly listed: RunEntry;
  readonly running: readonly RunEntry[];
}

function LiveRunView({ listed, running }: LiveRunViewProps) {
  const { timeline, log, entry: told, scenario, summary, problem } = useLiveRun(listed.id);
  // The library may know of the end before the last piece has come, and after a crash it alone does.
  const entry = listed.status === "running" ? (told ?? listed) : listed;
  const known = activityOf(timeline, entry);
  const connection = useConnection();
  const activity = connection === "open" || hasEnded(known) ? known : disconnected;
  const goesOn = !hasEnded(activity);
  const creation = timeline === null ? null : lastCreation(timeline);
  const watchable = timeline !== null && isWatchable(timeline, entry);
  const creationView = useCreationView(creation, watchable, goesOn);
  const controls = useRunControls(listed.id, timeline, activity);
  const shownActivity = controls.stopping ? stopping : activity;
  const remainingWallMs = useRemainingWall(timeline, shownActivity);
  const player = usePlayer(`live:${listed.id}`, timeline);
  const selection = usePlayerState(player, (state) => state.selection);
  const openReplay = useNavigation((state) => state.openReplay);
  const recording = useMemo(() => ({ kind: "run" as const, id: listed.id }), [listed.id]);
  const map = mapViewOf(`live:${listed.id}`);
  const pushes = usePushLog(timeline === null ? null : recording);
  const mapToggle = useMapToggle("live.map", timeline !== null);
  const present = usePresentAction(timeline === null ? null : { recording, live: true });
  const bookmarking = useBookmarking(recording, player, () => timeline?.endMs ?? 0);
  const { bookmarks } = bookmarking;
  useRefusals(listed.id, timeline?.acts ?? null);
  useStatus({
    title: entry.name,
    left: factsOf(entry),
    right: timeline === null ? [] : [clockOf(entry, timeline)],
  });
  if (problem !== null && timeline === null) return <Unavailable message={problem} />;
  return (
    <div className={styles.screen}>
      <RunSwitcher shown={entry} running={running} />
      <RunBar
        timeline={timeline}
        activity={shownActivity}
        controls={controls}
        remainingWallMs={remainingWallMs}
        isReal={entry.mode === "real"}
      >
        <PresentButton disabled={timeline === null} onPresent={present} />
      </RunBar>
      {timeline !== null && <RunPlan {...{ timeline, controls }} activity={shownActivity} />}
      {timeline !== null && <EditedBookmark {...{ timeline, ...bookmarking }} />}
      <ResultBanner entry={entry} summary={summary} />
      {timeline === null ? (
        <Spinner
          className={styles.loading ?? ""}
          label={goesOn ? "Waiting for the engine’s first sample" : "Opening what was recorded"}
        />
      ) : (
        <div className={styles.body}>
          <div className={styles.main}>
            <LiveLanes
              {...{ recording, timeline, scenario, player, goesOn, creation, creationView }}
              {...{ map, mapToggle, bookmarks }}
            />
            {scenario !== null && goesOn && (
              <SteerRow
                runId={listed.id}
                timeline={timeline}
                scenario={scenario}
                enabled={takes(shownActivity, "act")}
              />
            )}
            {mapToggle?.isShown === true ? (
              <LivePageMap
                {...{ pushes, timeline, player, map, goesOn }}
                name={entry.name}
                onLog={mapToggle.toggle}
              />
            ) : (
              <LiveLog
                log={log}
                originMs={timeline.originMs}
                traceFlags={scenario?.traceFlags ?? []}
                goesOn={goesOn}
                connected={connection === "open"}
                selected={selection?.kind === "record" ? selection.index : null}
                onSelect={(record) => {
                  player.getState().select({ kind: "record", index: record.index });
                  if (record.atMs !== null) player.getState().seek(record.atMs);
                }}
                onReplay={() => openReplay(recording)}
              />
            )}
          </div>
          <LiveRail
            {...{ timeline, scenario, goesOn, pushes, map, mapToggle, bookmarking }}
            showCreation={creation === null || creationView.open ? null : creationView.toggle}
          />
        </div>
      )}
    </div>
  );
}

/** At full speed a creation is over before an eye has found it. */
const isWatchable = ({ state }: Timeline, { mode }: RunEntry): boolean =>
  mode === "real" || state?.state === "paused" || (state?.pace ?? 0) > 0;

const factsOf = ({ mode, seed, users, preset }: RunEntry): string[] => [
  ...(preset === null ? [] : [titleOfPreset(preset)]),
  // A seed is a name, not an amount: it is written without groups.
  `${mode}, seed ${seed}`,
  `${formatNumber(users)} users at the start`,
];

/** A simulated run has a clock of its own; one on real disks has that of this computer. */
const clockOf = ({ mode }: RunEntry, { originMs }: Timeline): string =>
  `${mode === "real" ? "clock of this computer" : "simulated clock"}, from ${formatClockDate(originMs, 0)}`;

function Unavailable({ message }: { readonly message: string }) {
  const openScreen = useNavigation((state) => state.openScreen);
  return (
    <ErrorState
      title="This run cannot be shown"
      message={message}
      actions={<Button onClick={() => openScreen("runs")}>Go to Runs</Button>}
    />
  );
}
