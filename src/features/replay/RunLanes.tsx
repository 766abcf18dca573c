/** The counters of a run as lanes, at the resolution of the view, tied to the player. */
import { useMemo } from "react";
import * as z from "zod";
import { lanesOf, standardLanes } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { LanePicker } from "../../components/player/LanePicker.tsx";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import { useRunSeries } from "../../state/recorded-run.ts";
import { useSetting } from "../../state/settings.ts";
import { PlayedLanes } from "./PlayedLanes.tsx";
import styles from "./ReplayCharts.module.css";

export interface RunLanesProps {
  readonly runId: string;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
}

const laneIds = z.array(z.string()).min(1);
const usualLanes = standardLanes.map(({ id }) => id);

export function RunLanes({ runId, timeline, player }: RunLanesProps) {
  const view = usePlayerState(player, (state) => state.view);
  const { series, problem } = useRunSeries(runId, timeline, view);
  // The timeline of the lanes alone: all else stays as it is while one zooms.
  const drawn = useMemo(
    () => (series === null ? timeline : { ...timeline, series }),
    [timeline, series],
  );
  const [chosen, choose] = useSetting("replay.lanes", laneIds, usualLanes);
  const lanes = useMemo(() => {
    const known = lanesOf(chosen);
    return known.length > 0 ? known : standardLanes;
  }, [chosen]);
  const picker = useMemo(() => <LanePicker chosen={lanes} onChoose={choose} />, [lanes, choose]);
  return (
    <>
      {problem !== null && <p className={styles.coarse}>Not in full detail: {problem}</p>}
      <PlayedLanes
        label="Counters of the run"
        timeline={drawn}
        player={player}
        lanes={lanes}
        corner={picker}
      />
    </>
  );
}
