/** Samples for tests of what is judged by them. */
import type { Buckets } from "../../series/latency-histogram.ts";
import type { MeasuredSamples } from "../../series/measured-samples.ts";

/** What transactions did in a second: how many ended, and how long each took. */
export type SampleAt = (second: number) => { readonly rate: number; readonly ms: number };

interface FakeSamples {
  readonly seconds: number;
  /** Samples in a second. */
  readonly perSecond: number;
  readonly at: SampleAt;
}

export function fakeSamples({ seconds, perSecond, at }: FakeSamples): MeasuredSamples {
  const count = seconds * perSecond;
  const each = <T>(value: (second: number) => T): T[] =>
    Array.from({ length: count }, (_, sample) => value(Math.floor(sample / perSecond)));
  return {
    beginMs: 0,
    sampleMs: 1000 / perSecond,
    timeMs: Float64Array.from({ length: count }, (_, sample) => ((sample + 1) * 1000) / perSecond),
    transactionsPerSecond: Float64Array.from(each((second) => at(second).rate)),
    latency: each((second) => {
      const { rate, ms } = at(second);
      return rate === 0 ? null : bucketsOf(ms, rate / perSecond);
    }),
  };
}

/** All in the bucket of that time; buckets above 2.047 ms are wider than 1 us. */
export function bucketsOf(ms: number, count: number): Buckets {
  let [value, exponent] = [Math.round(ms * 1000), 0];
  while (value >= 2048) {
    value = Math.floor(value / 2);
    exponent += 1;
  }
  const index = exponent === 0 ? value : 1024 * (exponent + 1) + (value - 1024);
  return Float64Array.of(index, count);
}
