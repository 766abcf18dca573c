/** The figures that a run fills into the sentences of a lesson. Null: the run does not tell. */
import type { LessonEvent, LessonFigure, LessonStep } from "../../contract/lesson.ts";
import { commitsLost, outagesOf, timeWithoutService } from "../acts/outages.ts";
import { formatNumber, formatPercent, formatReadable } from "../format/numbers.ts";
import { formatMomentOf } from "../format/timeline-clock.ts";
import { formatTidyDuration } from "../format/times.ts";
import { causeNumber, countAt, type PushLog } from "../page-map/push-log.ts";
import { laneAmount } from "../timeline/lane-figures.ts";
import { type Lane, lanesOf } from "../timeline/lanes.ts";
import type { Span } from "../timeline/span.ts";
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
  const found = laneAmount(lane, run.series, span);
  if (found === null) return null;
  const { amount, seconds } = found;
  if (figure === "total") return { text: amountText(amount, lane), value: amount };
  const mean = amount / seconds;
  return { text: rateText(mean, lane), value: mean };
}

const rateText = (mean: number, { unit }: Lane): string =>
  `${formatReadable(mean)}${unit === "/s" ? " transactions/s" : ` ${unit}`}`;

/** What a rate comes to: MiB of MiB/s, a duration of the sessions that waited. Samples tell it roughly. */
function amountText(sum: number, { unit }: Lane): string {
  if (unit === "sessions") return formatTidyDuration(sum * 1000);
  if (unit === "ms/s") return formatTidyDuration(sum);
  const rough = formatNumber(Number(sum.toPrecision(3)));
  return unit === "MiB/s" ? `${rough} MiB` : rough;
}

function pagesCopied(
  { snapshot, cause, alsoIn, from, to }: Extract<LessonFigure, { figure: "pages" }>,
  run: LessonRun,
): number | null {
  const span = spanOfEvents(run, { from, to });
  if (span === null) return null;
  const { pushes: log } = run;
  const isOfCause = (at: number): boolean =>
    cause === undefined || log.causes[at] === causeNumber(cause);
  const copied = pagesOf(log, snapshot, span, isOfCause);
  if (alsoIn === undefined) return copied.length;
  const others = new Set(pagesOf(log, alsoIn, { startMs: 0, endMs: span.endMs }, () => true));
  return copied.filter((page) => others.has(page)).length;
}

/** A number for each page that was copied to the nth snapshot, the same one for each snapshot. */
function pagesOf(
  log: PushLog,
  nth: number,
  { startMs, endMs }: Span,
  counts: (at: number) => boolean,
): readonly number[] {
  const targets = targetsOf(log, nth);
  const pages: number[] = [];
  for (let at = countAt(log, startMs - 0.01); at < countAt(log, endMs); ++at) {
    const target = log.targets[at] ?? -1;
    if (!targets.has(target) || !counts(at)) continue;
    const file = log.sparseFiles[target]?.file ?? 0;
    pages.push((log.pages[at] ?? 0) * log.files.length + file);
  }
  return pages;
}
