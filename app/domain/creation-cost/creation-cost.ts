/**
 * What the creation of a snapshot cost in throughput and in response time, judged by what both did by
 * themselves before it. A figure during the creation is called changed where it left what spans of the
 * baseline lead one to expect of one more, none of them longer than the creation (a longer one varies
 * less), and where the change is large enough to matter. All that is judged lies before the creation, in
 * it and just after it: how long the recording goes on changes nothing.
 */
import type {
  CreationCost,
  Judged,
  Judgement,
  OtherAct,
  SpanFigures,
} from "../../contract/creation-cost.ts";
import type { NoticedAct } from "../acts/noticed-act.ts";
import { actsWithin } from "../acts/noticed-acts.ts";
import { type MeasuredSamples, SpanReader } from "../series/measured-samples.ts";
import { mean, variance } from "../statistics/moments.ts";
import { studentUpperQuantile } from "../statistics/student.ts";
import type { Span } from "../timeline/span.ts";
import { lengthOf } from "../timeline/span.ts";
import { costSentence, isChange, isNotBack, type SeenIn } from "./cost-sentence.ts";
import type { WatchedCreation } from "./creation-spans.ts";

/** One sample may be cut by both ends of a span. */
const fewestSamples = 2;
/** With fewer, three of them are the highest percent: a p99 that says nothing. */
const fewestTransactions = 300;
/** Fewest spans of the baseline that do not overlap. */
const lengthsOfBaseline = 4;
/** Chance of a figure above what is usual, and as much of one below, where nothing has changed. */
const unusualTail = 0.005;
interface Scale {
  readonly to: (value: number) => number;
  readonly from: (value: number) => number;
}
const linear: Scale = { to: (value) => value, from: (value) => value };
/** The finest that the histogram tells, ms. */
const finest = 0.001;
/** Response times vary by shares: the logarithms of their percentiles are near to a normal distribution. */
const logarithmic: Scale = {
  to: (ms) => Math.log(Math.max(ms, finest)),
  from: Math.exp,
};
/** Smaller changes than `least` are none that matter, however steady the figure was. */
const material = {
  throughput: { least: 0.02, scale: linear },
  p99: { least: 0.05, scale: logarithmic },
};
/** Looks at a figure within the length of a span, to find when it was as usual again. */
const looksPerSpan = 16;

export function creationCost(
  creation: WatchedCreation,
  samples: MeasuredSamples,
  seenIn: SeenIn,
  setup: string | null = null,
  acts: readonly NoticedAct[] = [],
): CreationCost {
  const { snapshot, startMs, endMs, asOfMs, givenMs, fromStartup, array } = creation;
  const reader = new SpanReader(samples);
  const spans = spansOf(creation, samples, reader);
  const figures = (span: Span | null): SpanFigures | null =>
    span === null || lengthOf(span) <= 0 ? null : reader.figures(span);
  const told = {
    ...{ snapshot, startMs, endMs, asOfMs },
    durationMs: endMs === null ? null : endMs - startMs,
    ...(fromStartup === undefined ? {} : { fromStartup }),
    ...(array === undefined ? {} : { array }),
    givenMs,
    before: lengthOf(spans.before) < samples.sampleMs ? null : figures(spans.before),
    during: figures(spans.during),
    after: figures(spans.after),
  };
  const judge = (valueOver: (span: Span) => number | null, how: Matters): Judged | null =>
    endMs === null || valueOver(spans.during) === null
      ? null
      : judgedBy({ ...spans, ...how, valueOver });
  const judged = {
    throughput: judge((span) => reader.throughput(span), material.throughput),
    p99: judge((span) => reader.p99Ms(span), material.p99),
  };
  const others = actsWithin(acts, judgedSpan(spans, judged), snapshot);
  const after = actsAfter(acts, spans, Object.values(judged), others, snapshot);
  const known = {
    ...{ ...told, ...judged },
    ...(others.length === 0 ? {} : { others }),
    ...(after.length === 0 ? {} : { othersAfter: after }),
    ...(creation.next === undefined ? {} : { next: creation.next }),
  };
  return { ...known, sentence: costSentence(known, seenIn, setup) };
}

/** From the start of the creation to where what is told as changed was as usual again, if it was. */
function judgedSpan(
  spans: Spans,
  judged: Readonly<Record<"throughput" | "p99", Judged | null>>,
): Span {
  const { startMs } = spans.during;
  const ends = [judged.throughput, judged.p99].map((figure) => changedUntil(figure, spans));
  return { startMs, endMs: Math.max(...ends) };
}

function changedUntil(figure: Judged | null, { during, after }: Spans): number {
  if (figure === null) return during.endMs;
  if (figure.lastedMs !== null) return Math.max(during.endMs, during.startMs + figure.lastedMs);
  const isLater = figure.during === "unchanged" && isChange(figure.after);
  return isLater ? (after ?? during).endMs : during.endMs;
}

/** What went on while figures were not as usual again, and is not named with the creation. */
function actsAfter(
  acts: readonly NoticedAct[],
  { during, watched }: Spans,
  judged: readonly (Judged | null)[],
  named: readonly OtherAct[],
  snapshot: string,
): OtherAct[] {
  if (!judged.some(isNotBack)) return [];
  return actsWithin(acts, { startMs: during.endMs, endMs: watched.endMs }, snapshot).filter(
    (act) => !named.some(({ what, startMs }) => what === act.what && startMs === act.startMs),
  );
}

interface Spans {
  readonly before: Span;
  readonly during: Span;
  readonly after: Span | null;
  /** From the start of the creation to the end of what is watched. */
  readonly watched: Span;
  /** Length of the spans that tell what is usual, ms; null: none is long enough to tell it. */
  readonly usualMs: number | null;
  /** Between two looks, ms. */
  readonly stepMs: number;
}

function spansOf(
  { startMs, endMs, before, after }: WatchedCreation,
  { sampleMs }: MeasuredSamples,
  reader: SpanReader,
): Spans {
  const rate = reader.throughput(before) ?? 0;
  const shortestMs = Math.max(fewestSamples * sampleMs, (1000 * fewestTransactions) / rate);
  const quarterMs = lengthOf(before) / lengthsOfBaseline;
  const canBeJudged = quarterMs >= shortestMs;
  const lastMs = after.endMs;
  const ownMs = (endMs ?? after.startMs) - startMs;
  // A creation that is too short to be judged is judged with what follows it.
  const lengthMs = canBeJudged ? Math.min(Math.max(ownMs, shortestMs), lastMs - startMs) : ownMs;
  const during = { startMs, endMs: startMs + lengthMs };
  const usualMs = Math.min(lengthMs, quarterMs);
  const next = { startMs: during.endMs, endMs: during.endMs + lengthMs };
  return {
    before,
    during,
    after: endMs !== null && next.endMs <= lastMs ? next : null,
    watched: { startMs, endMs: lastMs },
    usualMs: canBeJudged && usualMs >= shortestMs ? usualMs : null,
    stepMs: Math.max(sampleMs, usualMs / looksPerSpan),
  };
}

interface Matters {
  /** Share by which a change must differ from the baseline. */
  readonly least: number;
  readonly scale: Scale;
}

interface Figure extends Spans, Matters {
  readonly valueOver: (span: Span) => number | null;
}

function judgedBy(figure: Figure): Judged {
  const { before, during, after, watched, valueOver } = figure;
  const usual = usualRange(figure);
  const base = valueOver(before);
  const judge = (span: Span): Judgement => {
    const value = valueOver(span);
    if (usual === null || base === null || value === null) return "unknown";
    if (value > usual.highest && value > base * (1 + figure.least)) return "rose";
    return value < usual.lowest && value < base * (1 - figure.least) ? "fell" : "unchanged";
  };
  const changed = judge(during);
  return {
    during: changed,
    after: after === null ? null : judge(after),
    usual,
    lastedMs:
      usual === null || changed === "unchanged" || changed === "unknown"
        ? null
        : lastedMs(figure, usual.lengthMs, judge),
    watchedMs: watched.endMs - during.endMs,
  };
}

/**
 * Between what do spans of the baseline lead one to expect the next? Those that overlap by half show how
 * far a figure strays at its worst moments; those that do not are as many independent values, of which
 * Student's prediction interval says how far one more may lie from them.
 */
function usualRange({ before, usualMs, valueOver, scale }: Figure): Judged["usual"] {
  if (usualMs === null) return null;
  const values: number[] = [];
  const apart: number[] = [];
  // The last one may end a rounding error after the creation's start.
  const last = before.endMs - usualMs + 1e-6;
  for (let half = 0; before.startMs + (half * usualMs) / 2 <= last; ++half) {
    const startMs = before.startMs + (half * usualMs) / 2;
    const value = valueOver({ startMs, endMs: startMs + usualMs });
    if (value === null) continue;
    values.push(value);
    if (half % 2 === 0) apart.push(value);
  }
  if (apart.length < lengthsOfBaseline) return null;
  const [low, high] = predictionInterval(apart.map(scale.to));
  return {
    lowest: Math.min(...values, scale.from(low)),
    highest: Math.max(...values, scale.from(high)),
    lengthMs: usualMs,
    spans: apart.length,
  };
}

/** In which one more value lies with a chance of 1 - 2 * unusualTail, if all are normally distributed. */
function predictionInterval(values: readonly number[]): [number, number] {
  const { length } = values;
  const deviation = Math.sqrt(variance(values) * (1 + 1 / length));
  const reach = studentUpperQuantile(unusualTail, length - 1) * deviation;
  return [mean(values) - reach, mean(values) + reach];
}

/**
 * From the start of the creation to the first span that is as usual after one that is not; null where
 * what is watched has none. A change that no such span shows alone lasts as long as the creation.
 */
function lastedMs(
  { watched, during, stepMs }: Figure,
  lengthMs: number,
  judge: (span: Span) => Judgement,
): number | null {
  let changed = false;
  for (let startMs = watched.startMs; startMs + lengthMs <= watched.endMs; startMs += stepMs) {
    const isUsual = judge({ startMs, endMs: startMs + lengthMs }) === "unchanged";
    if (changed && isUsual) return startMs - watched.startMs;
    changed ||= !isUsual;
    if (!changed && startMs >= during.endMs) return lengthOf(during);
  }
  return changed ? null : lengthOf(during);
}
