/** Time below a plot: ticks, and chips for the crosshair, now and the playhead. */
import { memo, type ReactNode } from "react";
import { formatMomentOf, type TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { TimeTick } from "../../../app/domain/timeline/time-ticks.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { smallFont, textWidth, usePlacedText } from "./measure-text.ts";
import styles from "./TimeAxis.module.css";

/** Its clock is that of the whole timeline. */
interface TimeAxisProps extends TimelineClock {
  readonly ticks: readonly TimeTick[];
  readonly view: Span;
  readonly width: number;
  readonly cursorMs: number | null;
  readonly nowMs: number | null;
  readonly nowName: "now" | "end";
  readonly playheadMs: number | null;
}

interface Chip {
  readonly kind: "cursor" | "playhead" | "now";
  readonly text: string;
  readonly x: number;
  readonly width: number;
}

const chipPadding = 7;

export const TimeAxis = memo(function TimeAxis(props: TimeAxisProps): ReactNode {
  const { ticks, originMs, endMs, zeroMs, view, width, cursorMs, nowMs, nowName, playheadMs } =
    props;
  const momentText = (atMs: number) => formatMomentOf({ originMs, endMs, zeroMs }, atMs);
  usePlacedText();
  const chips = [
    chip("cursor", cursorMs, momentText, view, width),
    chip("playhead", playheadMs, momentText, view, width),
    chip("now", nowMs, () => nowName, view, width),
  ].filter((made) => made !== null);
  // The first chip wins: two times over one another are none.
  const shown = chips.filter((made, index) =>
    chips.slice(0, index).every((other) => !collide(made, other)),
  );
  return (
    <div className={styles.axis} style={{ width }} aria-hidden="true">
      {ticks.map(({ atMs, label }) => {
        const x = toPixels(view, width, atMs);
        const size = textWidth(label, smallFont);
        if (x < size / 2 || x > width - size / 2) return null;
        if (shown.some((made) => collide(made, { x, width: size }))) return null;
        return (
          <span key={atMs} className={styles.tick} style={{ left: x }}>
            {label}
          </span>
        );
      })}
      {shown.map(({ kind, text, x }) => (
        <span key={kind} className={styles[kind]} style={{ left: x }} data-chip={kind}>
          {text}
        </span>
      ))}
    </div>
  );
});

function chip(
  kind: Chip["kind"],
  atMs: number | null,
  textOf: (atMs: number) => string,
  view: Span,
  width: number,
): Chip | null {
  if (atMs === null || atMs < view.startMs || atMs > view.endMs) return null;
  const text = textOf(atMs);
  const size = textWidth(text, `600 ${smallFont}`) + 2 * chipPadding;
  const x = Math.min(Math.max(toPixels(view, width, atMs), size / 2), width - size / 2);
  return { kind, text, x, width: size };
}

const collide = (a: { x: number; width: number }, b: { x: number; width: number }): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + 4;
