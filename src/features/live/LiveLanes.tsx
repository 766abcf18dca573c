/** The lanes of a run under way. They follow it until one looks elsewhere, and lead back to it. */
import { Button } from "@fluentui/react-components";
import { ArrowLeftRegular, ArrowRightRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo } from "react";
import * as z from "zod";
import type { RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import {
  type Lane,
  lanesOf,
  responseLaneId,
  standardLanes,
} from "../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { LanePicker } from "../../components/player/LanePicker.tsx";
import { LaneStack } from "../../components/player/LaneStack.tsx";
import { type PlayerStore, usePlayerState } from "../../state/player/player.ts";
import { useGrowingSeries } from "../../state/recordings/recording-series.ts";
import { useSetting } from "../../state/services/settings.ts";
import { useActions } from "../../state/shell/actions.ts";
import { CreationView } from "./CreationView.tsx";
import type { CreationViewState } from "./creation-view.ts";
import styles from "./LiveScreen.module.css";

export interface LiveLanesProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly goesOn: boolean;
  readonly creation: Band | null;
  /** Whether that is shown, large, in the place of the lanes. */
  readonly creationView: CreationViewState;
}

const laneIds = z.array(z.string()).min(1);
const usualLanes = standardLanes.map(({ id }) => id);
/** What users feel of a creation: how much is done, and how long it takes. */
const lanesOfCreation = lanesOf(["transactionsPerSecond", responseLaneId]);

export function LiveLanes(props: LiveLanesProps) {
  const { recording, timeline, player, goesOn, creation } = props;
  const { open, toggle } = props.creationView;
  const viewMode = usePlayerState(player, (state) => state.viewMode);
  const [chosen, choose] = useSetting("live.lanes", laneIds, usualLanes);
  const lanes = useMemo(() => {
    const known = lanesOf(chosen);
    return known.length > 0 ? known : standardLanes;
  }, [chosen]);
  const picker = useMemo(() => <LanePicker chosen={lanes} onChoose={choose} />, [lanes, choose]);
  useLaneActions(player);
  useActions([
    {
      id: "view.creation",
      title: open ? "Back to the run" : "Show the creation",
      group: "View",
      keys: "C",
      enabled: creation !== null,
      run: toggle,
    },
  ]);
  const own = { recording, timeline, player, goesOn };
  return (
    <div className={styles.lanes}>
      {open && creation !== null ? (
        <CreationView
          {...{ timeline, creation, goesOn }}
          lanes={(view, onView) => (
            <WatchedLanes {...own} {...{ view, onView }} lanes={lanesOfCreation} corner={null} />
          )}
        />
      ) : (
        <FollowedLanes
          {...own}
          lanes={lanes}
          corner={picker}
          axisEnd={viewMode === "free" && <WayBack {...{ player, goesOn }} />}
        />
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

interface FollowedLanesProps
  extends Pick<LiveLanesProps, "recording" | "timeline" | "player" | "goesOn"> {
  readonly lanes: readonly Lane[];
  readonly corner: ReactNode;
  readonly axisEnd?: ReactNode;
}

function FollowedLanes(props: FollowedLanesProps) {
  const view = usePlayerState(props.player, (state) => state.view);
  const onView = (next: Span) => props.player.getState().setView(next);
  const onEnd = () => props.player.getState().followLive();
  return <WatchedLanes {...props} {...{ view, onView, onEnd }} />;
}

interface WatchedLanesProps extends FollowedLanesProps {
  readonly view: Span;
  readonly onView: (view: Span) => void;
  readonly onEnd?: () => void;
}

/** Apart from the rest: it is here again with every move of the pointer. */
function WatchedLanes(props: WatchedLanesProps) {
  const { recording, timeline, player, goesOn } = props;
  const { lanes, corner, axisEnd, view, onView, onEnd } = props;
  const cursorMs = usePlayerState(player, (state) => state.cursorMs);
  const cursorLocked = usePlayerState(player, (state) => state.cursorLocked);
  const act = () => player.getState();
  const extent = useMemo(() => ({ startMs: 0, endMs: timeline.endMs }), [timeline.endMs]);
  const counters = useMemo(() => lanes.map(({ id }) => id), [lanes]);
  const { series } = useGrowingSeries({
    ...{ recording, counters, extent, view },
    came: timeline.series,
  });
  const drawn = useMemo(() => ({ ...timeline, series }), [timeline, series]);
  return (
    <LaneStack
      label="Counters of the run"
      timeline={drawn}
      lanes={lanes}
      view={view}
      cursorMs={cursorMs}
      cursorLocked={cursorLocked}
      nowMs={timeline.endMs}
      nowName={goesOn ? "now" : "end"}
      corner={corner}
      axisEnd={axisEnd}
      onView={onView}
      onCursor={(atMs) => act().pointAt(atMs)}
      onToggleLock={() => act().toggleLock()}
      onEnd={onEnd}
    />
  );
}

const zoomIn = 0.8;
const panShare = 0.1;

function useLaneActions(player: PlayerStore): void {
  const locked = usePlayerState(player, (state) => state.cursorLocked);
  const act = () => player.getState();
  const view = (id: string, title: string, keys: readonly string[], run: () => void) => ({
    id: `view.${id}`,
    title,
    group: "View" as const,
    keys,
    run,
  });
  useActions([
    view("zoom-in", "Zoom in", ["W", "+"], () => act().zoom(zoomIn)),
    view("zoom-out", "Zoom out", ["S", "-"], () => act().zoom(1 / zoomIn)),
    view("pan-left", "Move left", ["A", "ArrowLeft"], () => act().pan(-panShare)),
    view("pan-right", "Move right", ["D", "ArrowRight"], () => act().pan(panShare)),
    view("fit", "Show all of the run", ["F"], () => act().fit()),
    view("follow", "Follow live, at this zoom", ["End"], () => act().followLive()),
    view("lock", locked ? "Unlock the crosshair" : "Lock the crosshair", ["L"], () =>
      act().toggleLock(),
    ),
  ]);
}
