/** The figures that a run fills into the sentences of a lesson. Null: the run does not tell. */
import type { LessonEvent, LessonFigure, LessonStep } from "../../contract/lesson.ts";
import { pushCauses } from "../../contract/telemetry-catalog.ts";
import { commitsLost, outagesOf, timeWithoutService } from "../acts/outages.ts";
import { formatNumber, formatPercent, formatReadable } from "../format/numbers.ts";
import { formatMomentOf } from "../format/timeline-clock.ts";
import { formatTidyDuration } from "../format/times.ts";
import { countAt } from "../page-map/push-log.ts";
import { laneFigures } from "../timeline/lane-figures.ts";
import { type Lane, lanesOf } from "../timeline/lanes.ts";
import { momentOfEvent, spanOfEvents, targetsOf } from "./event-moment.ts";
import type { LessonRun } from "./lesson-run.ts";

/** The run that a figure is of; undefined: there is none. */
export type RunOfFigure = (figure: {
  readonly run?: number | undefined;
  readonly unchanged?: true | undefined;
}) => LessonRun | undefined;

export interface Figure {
  readonly text: string;
  /** What changes are told of. */
  readonly value: number;
}

export function figureOf(
  name: string,
  figures: LessonStep["figures"],
  runOf: RunOfFigure,
): Figure | null {
  const figure = figures[name];
  if (figure === undefined) return null;
  if (figure.figure !== "change") {
    const run = runOf(figure);
    return run === undefined ? null : measured(figure, run);
  }
  // Figures that name each other have no value.
  const rest = Object.fromEntries(Object.entries(figures).filter(([key]) => key !== name));
  const before = figureOf(figure.before, rest, runOf);
  const after = figureOf(figure.after, rest, runOf);
  if (before === null || after === null || before.value === 0) return null;
  const share = after.value / before.value - 1;
  const amount = formatPercent(Math.abs(share), 0);
  const text =
    amount === "0 %" ? "no more and no less" : `${amount} ${share < 0 ? "less" : "more"}`;
  return { text, value: share };
}

function measured(
  figure: Exclude<LessonFigure, { figure: "change" }>,
  run: LessonRun,
): Figure | null {
  const { timeline, summary } = run;
  const clock = (atMs: number | null): Figure | null =>
    atMs === null ? null : { text: formatMomentOf(timeline, atMs), value: atMs };
  const lasting = (ms: number | null): Figure | null =>
    ms === null ? null : { text: formatTidyDuration(ms), value: ms };
  const number = (value: number | null): Figure | null =>
    value === null ? null : { text: formatNumber(value), value };
  switch (figure.figure) {
    case "moment":
      return clock(momentOfEvent(run, figure.at));
    case "duration": {
      const span = spanOfEvents(run, figure);
      return lasting(span === null ? null : span.endMs - span.startMs);
    }
    case "mean":
    case "total":
      return ofLane(figure, run);
    case "pages":
      return number(pagesCopied(figure, run));
    case "newestRow": {
      const { verification } = summary.snapshots[figure.snapshot - 1] ?? {};
      return clock(verification?.witness?.newestMs ?? null);
    }
    case "commitsLost":
      return number(commitsLost(outagesOf(summary)));
    case "withoutService":
      return lasting(timeWithoutService(outagesOf(summary)));
  }
}

interface OfLane {
  readonly figure: "mean" | "total";
  readonly lane: string;
  readonly from: LessonEvent;
  readonly to: LessonEvent;
}

function ofLane({ figure, lane: id, from, to }: OfLane, run: LessonRun): Figure | null {
  const [lane] = lanesOf([id]);
  const span = spanOfEvents(run, { from, to });
  if (lane === undefined || span === null) return null;
  const found = laneFigures([lane], run.series, span).get(lane.id);
  if (found === undefined) return null;
  if (figure === "mean") return { text: rateText(found.mean, lane), value: found.mean };
  // Points of a second each: as many as the span has.
  const sum = found.mean * ((span.endMs - span.startMs) / 1000);
  return { text: amountText(sum, lane), value: sum };
}

const rateText = (mean: number, { unit }: Lane): string =>
  `${formatReadable(mean)}${unit === "/s" ? " transactions/s" : ` ${unit}`}`;

/** What a rate comes to: MiB of MiB/s, a duration of the sessions that waited. */
function amountText(sum: number, { unit }: Lane): string {
  if (unit === "sessions") return formatTidyDuration(sum * 1000);
  if (unit === "ms/s") return formatTidyDuration(sum);
  const of = unit.replace(/\/s$/, "");
  return of === "MiB" ? `${formatNumber(sum)} MiB` : formatNumber(sum);
}

function pagesCopied(
  { snapshot, cause, from, to }: Extract<LessonFigure, { figure: "pages" }>,
  run: LessonRun,
): number | null {
  const span = spanOfEvents(run, { from, to });
  if (span === null) return null;
  const { pushes: log } = run;
  const targets = targetsOf(log, snapshot);
  const wanted = cause === undefined ? null : pushCauses.indexOf(cause);
  let copied = 0;
  for (let at = countAt(log, span.startMs - 0.01); at < countAt(log, span.endMs); ++at) {
    const isOf = targets.has(log.targets[at] ?? -1);
    if (isOf && (wanted === null || log.causes[at] === wanted)) copied += 1;
  }
  return copied;
}
