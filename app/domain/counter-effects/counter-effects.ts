/**
 * What happened, with times: how the counters of a server changed while its log tells of something. A log
 * says that a snapshot was created; only the counters say what that did to the transactions.
 */
import type { CounterEffect } from "../../contract/capture.ts";
import type { Phase } from "../../contract/phase.ts";
import { isOfMachine } from "../files-together.ts";
import type { PerfmonTable } from "../perfmon/perfmon-table.ts";
import { lengthOf, overlaps, type Span } from "../timeline/span.ts";
import { type EffectCounter, effectCounters, type Sample } from "./effect-counters.ts";
import { effectSentence } from "./effect-sentence.ts";
import { type EffectSpan, effectSpans } from "./effect-spans.ts";
import { fewestDuring, measuredChange } from "./measured-change.ts";
import type { ToldChange, ToldEffect } from "./told-effect.ts";

/** The strongest are kept: nobody reads more. */
export const maxEffects = 20;
/** The longest are looked at, of a log with a checkpoint every minute for months. */
const maxSpans = 500;
/** Before and after a span as many samples are looked at as it has, within these and not farther away. */
const fewestAround = 20;
const mostAround = 120;
const farthestMs = 1_800_000;
/** A span that lies in another to so much of its length is a part of it. */
const partShare = 0.8;
/** So much further than in the whole a counter goes in a part that is told by itself. */
const furtherShare = 1.25;

export interface CounterEffectsOptions {
  /** Local time of 0 ms. */
  readonly originMs: number;
  /** The latest moment in the files. */
  readonly endMs: number;
  /** The hosts of the logs; empty: they name none. */
  readonly hosts: readonly string[];
}

/** In order of time. */
export function counterEffects(
  phases: readonly Phase[],
  tables: readonly PerfmonTable[],
  { originMs, endMs, hosts }: CounterEffectsOptions,
): CounterEffect[] {
  // A log alone has thousands of spans that nobody would ask about.
  if (tables.length === 0) return [];
  const watched = watchedSpans(effectSpans(phases));
  for (const counter of effectCounters(tables, originMs)) {
    // Samples of one counter at a time: a capture of a year has millions.
    const samples = counter.samples();
    for (const { span, busy, strongest } of watched) {
      if (!isOfMachine(counter.host, span.server === null ? hosts : [span.server])) continue;
      const change = changeOf(span, busy, counter, samples);
      const known = strongest.get(counter.measure);
      if (change !== null && (known === undefined || ratioOf(change) > ratioOf(known))) {
        strongest.set(counter.measure, change);
      }
    }
  }
  const told: ToldEffect[] = [];
  for (const effect of watched.flatMap(effectsOf)) {
    const whole = told.find((other) => isPartOf(effect, other));
    if (whole === undefined) told.push(effect);
    else whole.parts.push(effect.what);
  }
  return told
    .toSorted((a, b) => strengthOf(b) - strengthOf(a))
    .slice(0, maxEffects)
    .toSorted((a, b) => a.startMs - b.startMs)
    .map((effect) => ({
      what: effect.what,
      startMs: effect.startMs,
      endMs: effect.endMs,
      changes: effect.changes.map(({ counter, from, to }) => ({ counter: counter.id, from, to })),
      sentence: effectSentence(effect, { originMs, endMs }),
    }));
}

interface Watched {
  readonly span: EffectSpan;
  /** When something goes on around it, and it itself: no time to compare with. In order, apart from each other. */
  readonly busy: readonly Span[];
  /** By measure. */
  readonly strongest: Map<string, ToldChange>;
}

function watchedSpans(spans: readonly EffectSpan[]): readonly Watched[] {
  const byLength = spans.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const looked = new Set(byLength.slice(0, maxSpans));
  return spans
    .filter((span) => looked.has(span))
    .map((span) => {
      const near = nearOf(span);
      const beside = spans.filter((other) => overlaps(other, near) && !lastsThrough(other, span));
      return { span, busy: apart([span, ...beside]), strongest: new Map() };
    });
}

function apart(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last === undefined || startMs > last.endMs) joined.push({ startMs, endMs });
    else joined[joined.length - 1] = { ...last, endMs: Math.max(last.endMs, endMs) };
  }
  return joined;
}

const nearOf = ({ startMs, endMs }: Span): Span => ({
  startMs: startMs - farthestMs,
  endMs: endMs + farthestMs,
});

function effectsOf({ span, strongest }: Watched): ToldEffect[] {
  // Both count what users do.
  if (strongest.has("transactions")) strongest.delete("batches");
  const changes = [...strongest.values()];
  return changes.length === 0 ? [] : [{ ...span, changes, parts: [] }];
}

function changeOf(
  span: EffectSpan,
  busy: readonly Span[],
  counter: EffectCounter,
  samples: readonly Sample[],
): ToldChange | null {
  const first = firstFrom(samples, span.startMs);
  const during: number[] = [];
  let next = first;
  for (; next < samples.length; next += 1) {
    const { fromMs, toMs, value } = samples[next] as Sample;
    if (toMs > span.endMs) break;
    if (fromMs >= span.startMs) during.push(value);
  }
  if (during.length < fewestDuring) return null;
  const wanted = Math.min(Math.max(during.length, fewestAround), mostAround);
  const change = measuredChange(
    {
      before: freeValues(samples, first - 1, { span, busy, wanted, way: -1 }),
      during,
      after: () => freeValues(samples, next, { span, busy, wanted, way: 1 }),
    },
    counter.least,
  );
  return change === null ? null : { ...change, counter, samples: during.length };
}

/** What goes on before and after, as a backup does around slow I/O, changes nothing between the two. */
const lastsThrough = (other: EffectSpan, span: EffectSpan): boolean =>
  other.startMs < span.startMs - farthestMs / 2 && other.endMs >= span.endMs;

interface Around {
  readonly span: Span;
  readonly busy: readonly Span[];
  readonly wanted: number;
  /** Backwards or onwards. */
  readonly way: -1 | 1;
}

/** The nearest samples outside of everything else that the log tells of, from one on. */
function freeValues(
  samples: readonly Sample[],
  from: number,
  { span, busy, wanted, way }: Around,
): number[] {
  const { startMs, endMs } = nearOf(span);
  const values: number[] = [];
  for (let at = from; values.length < wanted; at += way) {
    const sample = samples[at];
    if (sample === undefined || sample.fromMs < startMs || sample.toMs > endMs) break;
    if (!isWithin(busy, sample)) values.push(sample.value);
  }
  return values;
}

/** Stretches are apart: the last one that begins before the sample's end is the only one that it can reach into. */
function isWithin(busy: readonly Span[], { fromMs, toMs }: Sample): boolean {
  const last = busy.findLast(({ startMs }) => startMs < toMs);
  return last !== undefined && last.endMs > fromMs;
}

/** The first sample that ends after a time. */
function firstFrom(samples: readonly Sample[], atMs: number): number {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((samples[middle]?.toMs ?? 0) > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

const ratioOf = ({ from, to }: ToldChange): number =>
  Math.max(from, to) / Math.max(Math.min(from, to), Number.EPSILON);

/** By how much the counters changed, over how many samples. */
const strengthOf = ({ changes }: ToldEffect): number =>
  Math.max(...changes.map((change) => Math.log(ratioOf(change)) * Math.sqrt(change.samples)));

/** Whether a span has nothing to tell that a whole, of which it is a part, does not tell. */
function isPartOf(effect: ToldEffect, whole: ToldEffect): boolean {
  const common = Math.min(effect.endMs, whole.endMs) - Math.max(effect.startMs, whole.startMs);
  if (common < partShare * lengthOf(effect)) return false;
  return effect.changes.every(({ counter, from, to }) => {
    const known = whole.changes.find((change) => change.counter.id === counter.id);
    if (known === undefined) return false;
    const [further, least] = to > from ? [to, known.to] : [known.to, to];
    return further <= furtherShare * least;
  });
}
