/** What lies behind all lanes: phases, warm-up, time to come, moments, and the grid of time. */
import { memo, type ReactNode, useId } from "react";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { type Tint, tintsOf } from "./bar-layout.ts";
import { Hatch } from "./Hatch.tsx";
import styles from "./LaneStack.module.css";
import { phaseColour } from "./phase-look.ts";
import type { TimeTick } from "./time-ticks.ts";

interface LaneBackdropProps {
  readonly bands: readonly Band[];
  /** How far a band without an end has come. */
  readonly endMs: number;
  /** Outside of what is measured: warm-up and time to come. */
  readonly hatched: readonly Span[];
  readonly ticks: readonly TimeTick[];
  readonly view: Span;
  readonly width: number;
  readonly height: number;
}

/** Phases of a database's recovery lie in its recovery, which has its own stripe. */
export const isSpan = ({ phase, instant, row }: Band): boolean =>
  phase !== null && !instant && row !== "recoverySteps";

/** Files that are opened in a creation; a log may have thousands of other moments. */
const isInstant = ({ phase, instant }: Band): boolean => instant && phase === "open";

export const colourOf = ({ phase }: Band): string => (phase === null ? "none" : phaseColour(phase));

/** Hundreds of thin stripes behind a line only blur it; the strip above the lanes has them. */
const calm = (tints: readonly Tint[]): readonly Tint[] =>
  tints.length <= mostTints ? tints : tints.filter(({ width }) => width >= leastTint);
const mostTints = 60;
const leastTint = 6;

export const LaneBackdrop = memo(function LaneBackdrop(props: LaneBackdropProps): ReactNode {
  const { bands, endMs, hatched, ticks, view, width, height } = props;
  const hatch = useId();
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const box = (startMs: number, stopMs: number) => {
    const left = Math.max(x(startMs), 0);
    return { x: left, width: Math.max(Math.min(x(stopMs), width) - left, 0), y: 0, height };
  };
  return (
    <svg className={styles.backdrop} width={width} height={height} aria-hidden="true">
      <Hatch id={hatch} />
      {calm(tintsOf(bands.filter(isSpan), view, width, endMs, colourOf)).map((tint) => (
        <rect
          key={tint.band.id}
          className={styles.tint}
          fill={colourOf(tint.band)}
          data-band={tint.band.id}
          x={tint.left}
          width={tint.width}
          y={0}
          height={height}
        />
      ))}
      {bands.filter(isInstant).map(({ id, startMs }) => {
        const at = Math.round(x(startMs)) + 0.5;
        return <line key={id} className={styles.instant} x1={at} x2={at} y1={0} y2={height} />;
      })}
      {hatched.map(({ startMs, endMs: stopMs }) => (
        <rect key={startMs} fill={`url(#${hatch})`} {...box(startMs, stopMs)} />
      ))}
      {ticks.map(({ atMs }) => {
        const at = Math.round(x(atMs)) + 0.5;
        return <line key={atMs} className={styles.grid} x1={at} x2={at} y1={0} y2={height} />;
      })}
    </svg>
  );
});
