/** What lies behind all lanes: phases, warm-up, time to come, moments, and the grid of time. */
import { memo, type ReactNode, useId } from "react";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Band } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
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
      {bands.map((band) => {
        const { id, phase, instant, startMs } = band;
        if (phase === null || phase === "complete") return null;
        if (!instant) {
          const colour = phaseColour(phase);
          const size = box(startMs, band.endMs ?? endMs);
          return <rect key={id} className={styles.tint} fill={colour} data-band={id} {...size} />;
        }
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
