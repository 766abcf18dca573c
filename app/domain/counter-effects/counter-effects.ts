/**
 * What happened, with times: how the counters of a server changed while its log tells of something. A log
 * says that a snapshot was created; only the counters say what that did to the transactions.
 */
import type { CounterEffect } from "../../contract/capture.ts";
import type { Phase } from "../../contract/phase.ts";
import { isOfMachine } from "../files-together.ts";
import type { PerfmonTable } from "../perfmon/perfmon-table.ts";
import { lengthOf, overlaps } from "../timeline/span.ts";
import { type EffectCounter, effectCounters, type Sample } from "./effect-counters.ts";
import { effectSentence } from "./effect-sentence.ts";
import { type EffectSpan, effectSpans } from "./effect-spans.ts";
import { fewestDuring, measuredChange } from "./measured-change.ts";
import type { ToldChange, ToldEffect } from "./told-effect.ts";

/** The strongest are kept: nobody reads more. */
export const maxEffects = 20;
/** The longest are looked at, of a log with a checkpoint every minute for months. */
const maxSpans = 1000;
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
  /** Of the logs; empty: they name none. */
  readonly hosts: readonly string[];
}

/** In order of time. */
export function counterEffects(
  phases: readonly Phase[],
  tables: readonly PerfmonTable[],
  { originMs, endMs, hosts }: CounterEffectsOptions,
): CounterEffect[] {
  if (tables.length === 0) return [];
  const counters = effectCounters(tables, originMs).filter(({ samples }) => samples.length > 0);
  const spans = effectSpans(phases);
  const byLength = spans.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const looked = new Set(byLength.slice(0, maxSpans));
  const told: ToldEffect[] = [];
  for (const span of spans) {
    if (!looked.has(span)) continue;
    const own = counters.filter(({ host }) =>
      isOfMachine(host, span.server === null ? hosts : [span.server]),
    );
    const effect = effectOf(span, own, spans);
    if (effect === null) continue;
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

function effectOf(
  span: EffectSpan,
  counters: readonly EffectCounter[],
  spans: readonly EffectSpan[],
): ToldEffect | null {
  const strongest = new Map<string, ToldChange>();
  for (const counter of counters) {
    const change = changeOf(span, counter, spans);
    const known = strongest.get(counter.measure);
    if (change !== null && (known === undefined || ratioOf(change) > ratioOf(known))) {
      strongest.set(counter.measure, change);
    }
  }
  // Both count what users do.
  if (strongest.has("transactions")) strongest.delete("batches");
  const changes = [...strongest.values()];
  return changes.length === 0 ? null : { ...span, changes, parts: [] };
}

function changeOf(
  span: EffectSpan,
  counter: EffectCounter,
  spans: readonly EffectSpan[],
): ToldChange | null {
  const { samples, least } = counter;
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
  const near = { startMs: span.startMs - farthestMs, endMs: span.endMs + farthestMs };
  const others = [
    span,
    ...spans.filter((other) => overlaps(other, near) && !lastsThrough(other, span)),
  ];
  const change = measuredChange(
    {
      before: freeValues(
        samples.slice(firstFrom(samples, near.startMs), first),
        others,
        wanted,
        -1,
      ),
      during,
      after: freeValues(samples.slice(next, firstFrom(samples, near.endMs)), others, wanted, 1),
    },
    least,
  );
  return change === null ? null : { ...change, counter, samples: during.length };
}

/** What goes on before and after, as a backup does around slow I/O, changes nothing between the two. */
const lastsThrough = (other: EffectSpan, span: EffectSpan): boolean =>
  other.startMs < span.startMs - farthestMs / 2 && other.endMs >= span.endMs;

/** The nearest samples outside of everything else that the log tells of: backwards (−1) or onwards (1). */
function freeValues(
  samples: readonly Sample[],
  others: readonly EffectSpan[],
  wanted: number,
  way: -1 | 1,
): number[] {
  const values: number[] = [];
  for (let step = 0; step < samples.length && values.length < wanted; step += 1) {
    const { fromMs, toMs, value } = samples.at(way > 0 ? step : -1 - step) as Sample;
    if (!others.some((other) => overlaps(other, { startMs: fromMs, endMs: toMs }))) {
      values.push(value);
    }
  }
  return values;
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
