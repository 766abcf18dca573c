/** What a lane is, and the values of its axis. Seldom drawn again: neither changes with a sample. */
import { Pin12Filled } from "@fluentui/react-icons";
import { memo, type ReactNode } from "react";
import { axisTicks, toY } from "../../../app/charts/lane-scale.ts";
import { formatTick } from "../../../app/charts/tick-text.ts";
import { counterTerm, type Term, waitTerm } from "../../../app/domain/glossary/glossary.ts";
import { type Lane, lanes } from "../../../app/domain/timeline/lanes.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { TermHelp } from "../rail/TermHelp.tsx";
import { type LaneArranging, LaneMenu } from "./LaneMenu.tsx";
import styles from "./LaneStack.module.css";
import { plotTop, roomyHeight } from "./lane-geometry.ts";

const isEngines = (id: string): boolean => lanes.some((lane) => lane.id === id);

/** What the engine measures has help of its own; of other counters their file says all that is known. */
function termOf({ id, engineId = id, title, unit, waitType }: Lane): Term {
  if (waitType !== undefined) return { ...waitTerm(waitType), title, unit };
  if (isEngines(engineId)) return counterTerm(engineId);
  const what = `A counter of the server: ${id}`;
  return { title, unit, what, reading: "It is shown as it was recorded." };
}

interface LaneTitleProps {
  readonly lane: Lane;
  /** Null: the lanes are as they are. */
  readonly arranging: LaneArranging | null;
}

/** Over the plot, at its left. */
export const LaneTitle = memo(function LaneTitle({ lane, arranging }: LaneTitleProps): ReactNode {
  const term = termOf(lane);
  const isPinned = arranging?.shown.pinned.includes(lane.id) === true;
  return (
    <div className={styles.title} data-lane-title={lane.id}>
      <span className={styles.swatch} style={{ background: cssVar(lane.colour) }} />
      {arranging === null ? (
        <TermHelp term={term} className={styles.name}>
          {lane.title}
        </TermHelp>
      ) : (
        <LaneMenu id={lane.id} title={lane.title} {...{ term, arranging }} />
      )}
      <span className={styles.unit}>{lane.unit}</span>
      {isPinned && <Pin12Filled aria-label="pinned" />}
    </div>
  );
});

interface LaneTicksProps {
  /** The highest tick of the axis. */
  readonly top: number;
  /** The height of the plot. */
  readonly height: number;
}

export const LaneTicks = memo(function LaneTicks({ top, height }: LaneTicksProps): ReactNode {
  const ticks = axisTicks(top);
  const isLow = height < roomyHeight;
  const shown = isLow ? ticks.filter((_, at) => at === 0 || at === ticks.length - 1) : ticks;
  return (
    <div className={styles.ticks}>
      {shown.map((tick) => (
        <span key={tick} className={styles.tick} style={{ top: plotTop + toY(top, height, tick) }}>
          {formatTick(tick, ticks[1])}
        </span>
      ))}
    </div>
  );
});
