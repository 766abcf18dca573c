/** The lanes of a run under way. They follow it until one looks elsewhere, and lead back to it. */
import { Button } from "@fluentui/react-components";
import { ArrowRightRegular } from "@fluentui/react-icons";
import * as z from "zod";
import { lanesOf, standardLanes } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { LanePicker } from "../../components/player/LanePicker.tsx";
import { LaneStack } from "../../components/player/LaneStack.tsx";
import { useActions } from "../../state/actions.ts";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import { useSetting } from "../../state/settings.ts";
import styles from "./LiveScreen.module.css";

export interface LiveLanesProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly goesOn: boolean;
}

const laneIds = z.array(z.string()).min(1);
const usualLanes = standardLanes.map(({ id }) => id);

export function LiveLanes({ timeline, player, goesOn }: LiveLanesProps) {
  const view = usePlayerState(player, (state) => state.view);
  const viewMode = usePlayerState(player, (state) => state.viewMode);
  const cursorMs = usePlayerState(player, (state) => state.cursorMs);
  const cursorLocked = usePlayerState(player, (state) => state.cursorLocked);
  const [chosen, choose] = useSetting("live.lanes", laneIds, usualLanes);
  const known = lanesOf(chosen);
  const lanes = known.length > 0 ? known : standardLanes;
  const act = () => player.getState();
  useLaneActions(player, cursorLocked);
  return (
    <div className={styles.lanes}>
      <LaneStack
        label="Counters of the run"
        timeline={timeline}
        lanes={lanes}
        view={view}
        cursorMs={cursorMs}
        cursorLocked={cursorLocked}
        nowMs={timeline.endMs}
        corner={<LanePicker chosen={lanes} onChoose={choose} />}
        onView={(next) => act().setView(next)}
        onCursor={(atMs) => act().pointAt(atMs)}
        onToggleLock={() => act().toggleLock()}
      />
      {viewMode === "free" && (
        <div className={styles.return}>
          <Button size="small" icon={<ArrowRightRegular />} onClick={() => act().fit()}>
            {goesOn ? "Follow live" : "Show all of it"}
          </Button>
        </div>
      )}
    </div>
  );
}

const zoomIn = 0.8;
const panShare = 0.1;

function useLaneActions(player: PlayerStore, locked: boolean): void {
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
