/**
 * Which lanes are shown, in which order, and which of them are pinned: those come first, and stay in sight
 * while the others scroll. A layout is such an arrangement with a name.
 */
import type { Scenario } from "../../contract/scenario.ts";
import { isSnapshotWait } from "../waits/wait-purpose.ts";
import { type Lane, responseLaneId, standardLanes } from "./lanes.ts";
import { waitLanes } from "./wait-lanes.ts";

export interface LaneArrangement {
  /** Ids of lanes, the uppermost first, each once. */
  readonly lanes: readonly string[];
  /** Those of them that are pinned: its first ones. */
  readonly pinned: readonly string[];
}

export interface LaneLayout extends LaneArrangement {
  readonly name: string;
}

/** How many characters the name of a layout may have. */
export const longestLayoutName = 60;

export interface LaneLayouts {
  /** Those that come with the program. */
  readonly given: readonly LaneLayout[];
  /** The user's own, by name. */
  readonly own: readonly LaneLayout[];
  /** Why no layout can be kept under a name; null: it can. One's own of that name would be replaced. */
  problemOf(name: string): string | null;
  /** Kept under a name that is no problem. */
  save(name: string, shown: LaneArrangement): void;
  /** Removes one of one's own, and offers to take that back. */
  remove(name: string): void;
}

/** Arranges ids that come in any order: each once, pinned ones first. What is not shown is not pinned. */
export function arrangement(
  lanes: Iterable<string>,
  pinned: Iterable<string> = [],
): LaneArrangement {
  const shown = new Set(lanes);
  const first = [...new Set(pinned)].filter((id) => shown.has(id));
  return { lanes: [...new Set([...first, ...shown])], pinned: first };
}

/** Shown below the others; as it is, if it is shown. */
export const withLane = ({ lanes, pinned }: LaneArrangement, id: string): LaneArrangement =>
  arrangement([...lanes, id], pinned);

export const withoutLane = ({ lanes, pinned }: LaneArrangement, id: string): LaneArrangement =>
  arrangement(
    lanes.filter((other) => other !== id),
    pinned,
  );

/** Pinned below those that are; what is no longer pinned is the first of the others. */
export function withPinned(
  { lanes, pinned }: LaneArrangement,
  id: string,
  isPinned: boolean,
): LaneArrangement {
  const others = pinned.filter((other) => other !== id);
  return arrangement(lanes, isPinned && lanes.includes(id) ? [...others, id] : others);
}

/** Moves a lane to a place among its like: pinned lanes stay above the others. One that is not shown moves nothing. */
export function withMoved(shown: LaneArrangement, id: string, place: number): LaneArrangement {
  const { lanes, pinned } = shown;
  const from = lanes.indexOf(id);
  if (from < 0) return shown;
  const [least, most] =
    from < pinned.length ? [0, pinned.length - 1] : [pinned.length, lanes.length - 1];
  const moved = lanes.toSpliced(from, 1);
  moved.splice(Math.min(Math.max(place, least), most), 0, id);
  return { lanes: moved, pinned: moved.slice(0, pinned.length) };
}

export const sameArrangement = (a: LaneArrangement, b: LaneArrangement): boolean =>
  a.pinned.length === b.pinned.length &&
  a.lanes.length === b.lanes.length &&
  a.lanes.every((id, index) => id === b.lanes[index]);

/**
 * The lanes of an arrangement among those that a recording can show, in its order. A counter of the engine
 * is meant wherever files of a server have it, under ids of their own; what a recording has not is left out.
 */
export function lanesIn({ lanes }: LaneArrangement, possible: readonly Lane[]): readonly Lane[] {
  return lanes.flatMap((id) => {
    const own = possible.filter((lane) => lane.id === id);
    return own.length > 0 ? own : possible.filter(({ engineId }) => engineId === id);
  });
}

const throughput = "transactionsPerSecond";

const backupsAndScans: LaneLayout = {
  name: "Backups and scans",
  ...arrangement(
    [
      ...["backupRestoreBytesPerSecond", "processorTimePercent", "dataReadBytesPerSecond"],
      ...["waiting:BACKUPBUFFER", "waiting:BACKUPIO", "waiting:IO_COMPLETION"],
      ...["pageLookupsPerSecond", "waiting:LATCH_EX"],
    ],
    ["backupRestoreBytesPerSecond", "processorTimePercent"],
  ),
};

/** Lanes of a run in which nobody works, and something else is measured; null: the usual ones are of use. */
export function lanesWithoutUsers({
  timeline,
  workload,
}: Pick<Scenario, "workload" | "timeline">): readonly string[] | null {
  const does = (...kinds: readonly string[]) =>
    timeline.some(({ command }) => kinds.includes(command.kind));
  const nobodyWorks = workload.users === 0 && !does("setUsers");
  return nobodyWorks && does("backup", "scanTable") ? backupsAndScans.lanes : null;
}

/** Layouts that come with the program: each answers a question of its own. */
export const givenLayouts: readonly LaneLayout[] = [
  { name: "Usual lanes", ...arrangement(standardLanes.map(({ id }) => id)) },
  {
    name: "What a snapshot costs",
    ...arrangement(
      [
        ...[throughput, responseLaneId, "pagesPushedPerSecond", "snapshotWriteBytesPerSecond"],
        "snapshotReadBytesPerSecond",
        ...waitLanes("sessions")
          .filter(({ waitType }) => isSnapshotWait(waitType))
          .map(({ id }) => id),
      ],
      [throughput, responseLaneId],
    ),
  },
  {
    name: "Log writes",
    ...arrangement(
      [
        ...[throughput, responseLaneId, "waiting:WRITELOG", "waiting:LOGBUFFER"],
        ...["logFlushesPerSecond", "logWriteBytesPerSecond", "percentLogUsed"],
      ],
      [throughput, responseLaneId],
    ),
  },
  {
    name: "Data reads and memory",
    ...arrangement(
      [
        ...[throughput, responseLaneId, "waiting:PAGEIOLATCH_SH", "waiting:PAGEIOLATCH_EX"],
        ...["dataReadBytesPerSecond", "pageReadsPerSecond", "freePages", "lazyWritesPerSecond"],
      ],
      [throughput, responseLaneId],
    ),
  },
  backupsAndScans,
];
