/** The line of one lane, with its zero line and its grid. Drawn again only when its data change. */
import { memo, type ReactNode } from "react";
import { columnOf, type Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { thin } from "../../../app/domain/timeline/thin.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { cssVar } from "../../theme/tokens.ts";
import styles from "./LaneStack.module.css";
import { type LaneScale, stepPaths, toY } from "./lane-scale.ts";

interface LanePlotProps {
  readonly lane: Lane;
  readonly series: Timeline["series"];
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  readonly scale: LaneScale;
}

export const LanePlot = memo(function LanePlot(props: LanePlotProps): ReactNode {
  const { lane, series, view, width, height, scale } = props;
  const steps = thin(series.timeMs, columnOf(lane, series), view, width);
  const paths = stepPaths(
    steps,
    (atMs) => toPixels(view, width, atMs),
    (value) => toY(scale, height, value * lane.scale),
  );
  const colour = cssVar(lane.colour);
  const [zero, ...grid] = scale.ticks.map((tick) => Math.round(toY(scale, height, tick)) + 0.5);
  return (
    <svg className={styles.plot} width={width} height={height} aria-hidden="true">
      {grid.map((y) => (
        <line key={y} className={styles.grid} x1={0} x2={width} y1={y} y2={y} />
      ))}
      {lane.filled && <path className={styles.area} d={paths.area} fill={colour} />}
      <path className={styles.line} d={paths.line} stroke={colour} data-lane={lane.id} />
      <line className={styles.zero} x1={0} x2={width} y1={zero} y2={zero} />
    </svg>
  );
});
