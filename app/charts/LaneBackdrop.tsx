/** What lies behind all lanes: phases, warm-up, time to come, moments, and the grid of time. */
import type { ReactNode } from "react";
import type { Span } from "../domain/timeline/span.ts";
import type { TimeTick } from "../domain/timeline/time-ticks.ts";
import type { Band } from "../domain/timeline/timeline.ts";
import { toPixels } from "../domain/timeline/viewport.ts";
import { cssVar } from "../theme/tokens.ts";
import { type Tint, tintsOf } from "./bar-layout.ts";
import { bandColour, isSpan } from "./phase-colour.ts";

interface LaneBackdropProps {
  readonly bands: readonly Band[];
  /** How far a band without an end has come. */
  readonly endMs: number;
  /** Outside of what is measured: warm-up and time to come. */
  readonly hatched: readonly Span[];
  /** Id of the pattern of what is not measured. */
  readonly hatch: string;
  readonly ticks: readonly TimeTick[];
  readonly view: Span;
  readonly width: number;
  readonly height: number;
}

/** Files that are opened in a creation; a log may have thousands of other moments. */
const isInstant = ({ phase, instant }: Band): boolean => instant && phase === "open";

/** Hundreds of thin stripes behind a line only blur it; the strip above the lanes has them. */
const calm = (tints: readonly Tint[]): readonly Tint[] =>
  tints.length <= mostTints ? tints : tints.filter(({ width }) => width >= leastTint);
const mostTints = 60;
const leastTint = 6;

export function LaneBackdrop(props: LaneBackdropProps): ReactNode {
  const { bands, endMs, hatched, hatch, ticks, view, width, height } = props;
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const box = (startMs: number, stopMs: number) => {
    const left = Math.max(x(startMs), 0);
    return { x: left, width: Math.max(Math.min(x(stopMs), width) - left, 0), y: 0, height };
  };
  const at = (atMs: number) => {
    const middle = Math.round(x(atMs)) + 0.5;
    return { x1: middle, x2: middle, y1: 0, y2: height };
  };
  return (
    <g>
      {calm(tintsOf(bands.filter(isSpan), view, width, endMs, bandColour)).map((tint) => (
        <rect
          key={tint.band.id}
          className="band"
          fill={bandColour(tint.band)}
          opacity={cssVar("band-opacity")}
          data-band={tint.band.id}
          x={tint.left}
          width={tint.width}
          y={0}
          height={height}
        />
      ))}
      {bands.filter(isInstant).map(({ id, startMs }) => (
        <line key={id} stroke={cssVar("text-3")} strokeDasharray="1 3" {...at(startMs)} />
      ))}
      {hatched.map(({ startMs, endMs: stopMs }) => (
        <rect key={startMs} fill={`url(#${hatch})`} {...box(startMs, stopMs)} />
      ))}
      {ticks.map(({ atMs }) => (
        <line key={atMs} stroke={cssVar("grid")} {...at(atMs)} />
      ))}
    </g>
  );
}
