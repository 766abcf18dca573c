/** The counters of a run as lanes, tied to the player. */
import * as z from "zod";
import { lanesOf, standardLanes } from "../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { LanePicker } from "../../components/player/LanePicker.tsx";
import type { PlayerStore } from "../../state/player.ts";
import { useSetting } from "../../state/settings.ts";
import { PlayedLanes } from "./PlayedLanes.tsx";

export interface RunLanesProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
}

const laneIds = z.array(z.string()).min(1);
const usualLanes = standardLanes.map(({ id }) => id);

export function RunLanes({ timeline, player }: RunLanesProps) {
  const [chosen, choose] = useSetting("replay.lanes", laneIds, usualLanes);
  const known = lanesOf(chosen);
  const lanes = known.length > 0 ? known : standardLanes;
  return (
    <PlayedLanes
      label="Counters of the run"
      timeline={timeline}
      player={player}
      lanes={lanes}
      corner={<LanePicker chosen={lanes} onChoose={choose} />}
    />
  );
}
