/** What a bar or a mark of the phase chart is, in words: for its tip, and for who hears it. */
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import { goesOn, type Timeline } from "../../../app/domain/timeline/timeline.ts";
import { bandTitle, rowTitles } from "./phase-look.ts";
import { barText, durationText } from "./phase-rows.ts";
import { type ChartHit, rowOfHit } from "./use-chart-rows.ts";

export interface BarWords {
  readonly title: string;
  readonly times: string;
  /** "" without. */
  readonly figures: string;
}

export const wordsOf = (hit: ChartHit, timeline: Timeline): BarWords => ({
  title: titleOf(hit),
  times: timesOf(hit, timeline),
  figures: figuresOf(hit),
});

function titleOf(hit: ChartHit): string {
  if (hit.count > 1) return `${rowTitles[rowOfHit(hit)]}: ${formatNumber(hit.count)} here`;
  return hit.kind === "band" ? bandTitle(hit.band) : hit.mark.title;
}

/** No end is told of what goes on: it would be another with every sample, and read out each time. */
function timesOf({ span, ...hit }: ChartHit, timeline: Timeline): string {
  const start = formatMomentOf(timeline, span.startMs);
  const end = formatMomentOf(timeline, span.endMs);
  if (hit.count > 1 || hit.kind === "mark") {
    return span.startMs === span.endMs ? start : `${start} to ${end}`;
  }
  const duration = durationText(hit.band, goesOn(timeline));
  if (hit.band.endMs === null) return `from ${start}, ${duration}`;
  return span.startMs === span.endMs ? start : `${start} to ${end}, ${duration}`;
}

function figuresOf(hit: ChartHit): string {
  if (hit.count === 1) return hit.kind === "band" ? barText(hit.band) : "";
  if (hit.kind === "mark") return `Worst: ${hit.mark.title}`;
  const { startMs, endMs } = hit.band;
  const length = (endMs ?? startMs) - startMs;
  const longest = length > 0 ? `longest ${formatDuration(length)}; ` : "";
  return `${longest}a click or Enter selects their time, Z zooms to it`;
}
