/** Which lanes Live shows: kept from one run to the next, and shared by the charts and the rail. */
import * as z from "zod";
import type { Scenario } from "../../../app/contract/scenario.ts";
import {
  type LaneArrangement,
  lanesWithoutUsers,
} from "../../../app/domain/timeline/lane-layout.ts";
import { lanes, standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { waitLanes } from "../../../app/domain/timeline/wait-lanes.ts";
import { useLaneArrangement } from "../../state/recordings/lane-layouts.ts";
import { useSetting } from "../../state/services/settings.ts";

const laneIds = z.array(z.string()).readonly().nullable();
const usualLanes = standardLanes.map(({ id }) => id);

export const waitLanesOfRun = waitLanes("sessions");
export const possibleLanes = [...lanes, ...waitLanesOfRun];

/** `scenario`: null until it is known. */
export function useLiveLanes(
  scenario: Scenario | null,
): readonly [LaneArrangement, (next: LaneArrangement) => void] {
  const [chosen, choose] = useSetting("live.lanes", laneIds, null);
  const ids = chosen ?? (scenario && lanesWithoutUsers(scenario)) ?? usualLanes;
  return useLaneArrangement("live", { ids, choose });
}
