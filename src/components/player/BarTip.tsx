/**
 * What a bar or a mark under the pointer is. For the eye alone: the table of phases and the list of
 * records have all of it for everybody.
 */
import type { ReactNode } from "react";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import styles from "./PhaseChart.module.css";
import { bandTitle, rowTitles } from "./phase-look.ts";
import { barText, durationText } from "./phase-rows.ts";
import type { ChartHit } from "./use-chart-rows.ts";
import type { Hover } from "./use-hover.ts";

interface BarTipProps {
  readonly hover: Hover | null;
  readonly timeline: Timeline;
  /** Of the plot, px. */
  readonly width: number;
}

/** Kept inside the plot at its right edge, px. */
const widest = 340;

export function BarTip({ hover, timeline, width }: BarTipProps): ReactNode {
  if (hover === null) return null;
  const { hit, x, y } = hover;
  const left = Math.max(Math.min(x + 12, width - widest), 0);
  return (
    <div className={styles.tip} style={{ left, top: y + 18 }} aria-hidden="true">
      <strong>{titleOf(hit)}</strong>
      <span>{timesOf(hit, timeline)}</span>
      {textOf(hit) !== "" && <span>{textOf(hit)}</span>}
    </div>
  );
}

function titleOf(hit: ChartHit): string {
  if (hit.count > 1) {
    const what = hit.kind === "band" ? rowTitles[hit.band.row] : rowTitles.marks;
    return `${what}: ${formatNumber(hit.count)} here`;
  }
  return hit.kind === "band" ? bandTitle(hit.band) : hit.mark.title;
}

function timesOf({ span, ...hit }: ChartHit, timeline: Timeline): string {
  const start = formatMomentOf(timeline, span.startMs);
  const end = formatMomentOf(timeline, span.endMs);
  if (span.startMs === span.endMs) return start;
  if (hit.count > 1) return `${start} to ${end}`;
  const duration = hit.kind === "band" ? durationText(hit.band, false) : "";
  return `${start} to ${end}, ${duration}`;
}

function textOf(hit: ChartHit): string {
  if (hit.count === 1) return hit.kind === "band" ? barText(hit.band) : "";
  if (hit.kind === "mark") return `Worst: ${hit.mark.title}`;
  const { startMs, endMs } = hit.band;
  const length = (endMs ?? startMs) - startMs;
  const longest = length > 0 ? `longest ${formatDuration(length)}; ` : "";
  return `${longest}a click selects their time, Z zooms to it`;
}
