/** The line of one lane, with its zero line and its grid. Drawn again only with its data or the view. */
import { memo, type ReactNode } from "react";
import { columnOf, inEngine, type Lane } from "../../../app/domain/timeline/lanes.ts";
import { type Span, shifted } from "../../../app/domain/timeline/span.ts";
import { thin } from "../../../app/domain/timeline/thin.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { cssVar } from "../../../app/theme/tokens.ts";
import styles from "./LaneStack.module.css";
import { axisTicks, stepPaths, toY } from "./lane-scale.ts";

interface LanePlotProps {
  readonly lane: Lane;
  readonly series: Timeline["series"];
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  /** The highest tick of its axis. */
  readonly top: number;
  readonly overlay: LaneOverlaySeries | null;
}

/** The same lane of another timeline that is laid over this one. */
export interface LaneOverlaySeries {
  readonly series: Timeline["series"];
  /** Added to its times to have those of the timeline below it. */
  readonly shiftMs: number;
}

export const LanePlot = memo(function LanePlot(props: LanePlotProps): ReactNode {
  const { lane, series, view, width, height, top, overlay } = props;
  const pathsOf = (of: Lane, own: Timeline["series"], shiftMs: number) =>
    stepPaths(
      thin(own.timeMs, columnOf(of, own), shifted(view, -shiftMs), width),
      (atMs) => toPixels(view, width, atMs + shiftMs),
      (value) => toY(top, height, value * lane.scale),
    );
  const paths = pathsOf(lane, series, 0);
  const colour = cssVar(lane.colour);
  const [zero, ...grid] = axisTicks(top).map((tick) => Math.round(toY(top, height, tick)) + 0.5);
  return (
    <svg className={styles.plot} width={width} height={height} aria-hidden="true">
      {grid.map((y) => (
        <line key={y} className={styles.grid} x1={0} x2={width} y1={y} y2={y} />
      ))}
      {lane.filled && <path className={styles.area} d={paths.area} fill={colour} />}
      <path className={styles.line} d={paths.line} stroke={colour} data-lane={lane.id} />
      {overlay !== null && (
        <path
          className={styles.overlayLine}
          d={pathsOf(inEngine(lane), overlay.series, overlay.shiftMs).line}
          stroke={colour}
          data-overlay-lane={lane.id}
        />
      )}
      <line className={styles.zero} x1={0} x2={width} y1={zero} y2={zero} />
    </svg>
  );
});
