/** What a lane is, and the values of its axis. Seldom drawn again: neither changes with a sample. */
import { memo, type ReactNode } from "react";
import { axisTicks, toY } from "../../../app/charts/lane-scale.ts";
import { formatTick } from "../../../app/charts/tick-text.ts";
import { counterTerm, type Term } from "../../../app/domain/glossary/glossary.ts";
import { type Lane, lanes } from "../../../app/domain/timeline/lanes.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import { TermHelp } from "../rail/TermHelp.tsx";
import styles from "./LaneStack.module.css";
import { roomyHeight } from "./lane-geometry.ts";

const isEngines = (id: string): boolean => lanes.some((lane) => lane.id === id);

/** What the engine measures has help of its own; of other counters their file says all that is known. */
function termOf({ id, engineId = id, title, unit }: Lane): Term {
  if (isEngines(engineId)) return counterTerm(engineId);
  const what = `A counter of the server: ${id}`;
  return { title, unit, what, reading: "It is shown as it was recorded." };
}

interface LaneLegendProps {
  readonly lane: Lane;
  /** The highest tick of its axis. */
  readonly top: number;
  readonly height: number;
}

export const LaneLegend = memo(function LaneLegend(props: LaneLegendProps): ReactNode {
  const { lane, top, height } = props;
  const ticks = axisTicks(top);
  const isLow = height < roomyHeight;
  const shown = isLow ? ticks.filter((_, at) => at === 0 || at === ticks.length - 1) : ticks;
  return (
    <div className={styles.legend} data-low={isLow}>
      <span className={styles.swatch} style={{ background: cssVar(lane.colour) }} />
      <div className={styles.name}>
        <TermHelp term={termOf(lane)} className={styles.title}>
          {lane.title}
        </TermHelp>
        <div className={styles.unit}>{lane.unit}</div>
      </div>
      {shown.map((tick) => (
        <span key={tick} className={styles.tick} style={{ top: toY(top, height, tick) }}>
          {formatTick(tick, ticks[1])}
        </span>
      ))}
    </div>
  );
});
