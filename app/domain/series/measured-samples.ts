/** Samples at full resolution, and what they say of a span. */
import type { SpanFigures } from "../../contract/creation-cost.ts";
import type { Span } from "../timeline/span.ts";
import { type Buckets, LatencyHistogram } from "./latency-histogram.ts";
import { partsInSpan } from "./parts-in-span.ts";
import { responsesOf } from "./span-histogram.ts";

export interface MeasuredSamples {
  /** Where the first sample's span begins. */
  readonly beginMs: number;
  /** Length of a sample, as they usually are. */
  readonly sampleMs: number;
  /** End of each sample's span. */
  readonly timeMs: Float64Array;
  /** NaN where it was not measured. */
  readonly transactionsPerSecond: Float64Array;
  /** Histogram of each sample, null where no transaction ended; null: response times were not measured. */
  readonly latency: readonly (Buckets | null)[] | null;
}

export class SpanReader {
  readonly #samples: MeasuredSamples;
  readonly #histogram = new LatencyHistogram();

  constructor(samples: MeasuredSamples) {
    this.#samples = samples;
  }

  /** Where the last sample ends. */
  get endMs(): number {
    return this.#samples.timeMs.at(-1) ?? this.#samples.beginMs;
  }

  /** Null where the span holds nothing that was measured. */
  throughput(span: Span): number | null {
    let [sum, weight] = [0, 0];
    for (const { point, lengthMs } of this.#partsIn(span)) {
      const value = this.#samples.transactionsPerSecond[point] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value * lengthMs;
      weight += lengthMs;
    }
    return weight > 0 ? sum / weight : null;
  }

  /** Null where no transaction ended, or response times were not measured. */
  p99Ms(span: Span): number | null {
    const histogram = this.#merged(span);
    return histogram === null || histogram.count <= 0 ? null : histogram.percentileMs(99);
  }

  figures(span: Span): SpanFigures {
    const histogram = this.#merged(span);
    return {
      fromMs: span.startMs,
      toMs: span.endMs,
      transactionsPerSecond: this.throughput(span),
      responses: histogram === null ? null : responsesOf(histogram),
    };
  }

  #merged(span: Span): LatencyHistogram | null {
    const { latency } = this.#samples;
    if (latency === null) return null;
    this.#histogram.reset();
    for (const { point, weight } of this.#partsIn(span)) {
      const buckets = latency[point] ?? null;
      if (buckets !== null) this.#histogram.add(buckets, weight);
    }
    return this.#histogram;
  }

  #partsIn(span: Span) {
    return partsInSpan(this.#samples.timeMs, span, this.#samples.beginMs);
  }
}
