/** Which types of wait have a lane in the charts, by the arrangement of these. */
import {
  type LaneArrangement,
  withLane,
  withoutLane,
} from "../../../app/domain/timeline/lane-layout.ts";
import type { Lane } from "../../../app/domain/timeline/lanes.ts";
import type { LanesOfWaits } from "./WaitBars.tsx";

interface ArrangedLanes {
  readonly possible: readonly Lane[];
  readonly arrangement: LaneArrangement;
  show(arrangement: LaneArrangement): void;
}

/** By the lanes that the recording can have; of a type that has none nothing happens. */
export function lanesOfWaits({
  possible,
  arrangement,
  show,
}: ArrangedLanes): LanesOfWaits | undefined {
  const ids = new Map(
    possible.flatMap(({ waitType, id }) => (waitType === undefined ? [] : [[waitType, id]])),
  );
  if (ids.size === 0) return undefined;
  const isShown = (waitType: string): boolean =>
    arrangement.lanes.includes(ids.get(waitType) ?? "");
  return {
    isShown,
    toggle: (waitType) => {
      const id = ids.get(waitType);
      if (id === undefined) return;
      show(isShown(waitType) ? withoutLane(arrangement, id) : withLane(arrangement, id));
    },
  };
}
