/** The line of one lane, with its zero line and its grid. */
import type { ReactNode } from "react";
import type { Series } from "../contract/rpc/timeline-data.ts";
import { columnOf, inEngine, type Lane } from "../domain/timeline/lanes.ts";
import { type Span, shifted } from "../domain/timeline/span.ts";
import { thin } from "../domain/timeline/thin.ts";
import { toPixels } from "../domain/timeline/viewport.ts";
import { cssVar } from "../theme/tokens.ts";
import { axisTicks, stepPaths, toY } from "./lane-scale.ts";

interface LanePlotProps {
  readonly lane: Lane;
  readonly series: Series;
  readonly view: Span;
  readonly width: number;
  readonly height: number;
  /** The highest tick of its axis. */
  readonly top: number;
  readonly overlay: LaneOverlaySeries | null;
}

/** The lane in another timeline that is laid over this one. */
export interface LaneOverlaySeries {
  readonly series: Series;
  /** Added to its times to have those of the timeline below it. */
  readonly shiftMs: number;
}

export function LanePlot(props: LanePlotProps): ReactNode {
  const { lane, series, view, width, height, top, overlay } = props;
  const pathsOf = (of: Lane, own: Series, shiftMs: number) =>
    stepPaths(
      thin(own.timeMs, columnOf(of, own), shifted(view, -shiftMs), width),
      (atMs) => toPixels(view, width, atMs + shiftMs),
      (value) => toY(top, height, value * lane.scale),
    );
  const paths = pathsOf(lane, series, 0);
  const colour = cssVar(lane.colour);
  const [zero, ...grid] = axisTicks(top).map((tick) => Math.round(toY(top, height, tick)) + 0.5);
  return (
    <g>
      {grid.map((y) => (
        <line key={y} stroke={cssVar("grid")} x1={0} x2={width} y1={y} y2={y} />
      ))}
      {lane.filled && <path d={paths.area} fill={colour} opacity={cssVar("fill-opacity")} />}
      <path
        className="line"
        data-lane={lane.id}
        d={paths.line}
        fill="none"
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {overlay !== null && (
        <path
          d={pathsOf(inEngine(lane), overlay.series, overlay.shiftMs).line}
          fill="none"
          stroke={colour}
          strokeDasharray="3 3"
          data-overlay-lane={lane.id}
        />
      )}
      <line stroke={cssVar("border")} x1={0} x2={width} y1={zero} y2={zero} />
    </g>
  );
}
