/** Response times over a span of engine time, from the histograms that telemetry frames bring. */
import type { Frame } from "../../contract/frame.ts";
import type { SpanResponses } from "../../contract/rpc/timeline-data.ts";
import type { Span } from "../timeline/span.ts";
import { LatencyHistogram } from "./latency-histogram.ts";
import { latencyBySample } from "./sample-latency.ts";

/** The figures of a histogram, as a question is answered with them. */
export function responsesOf(histogram: LatencyHistogram): SpanResponses {
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return {
    count: histogram.count,
    meanMs: known(histogram.meanMs()),
    p50Ms: known(histogram.percentileMs(50)),
    p95Ms: known(histogram.percentileMs(95)),
    p99Ms: known(histogram.percentileMs(99)),
  };
}

export class SpanHistogram {
  readonly #span: Span;
  readonly #histogram = new LatencyHistogram();

  constructor(span: Span) {
    this.#span = span;
  }

  /** `startMs`: where the span of the frame's first sample begins. */
  take(frame: Frame, startMs: number): void {
    const latency = latencyBySample(frame);
    let fromMs = startMs;
    for (const toMs of frame.timeMs) {
      const buckets = latency.get(toMs);
      const inSpan = Math.min(toMs, this.#span.endMs) - Math.max(fromMs, this.#span.startMs);
      if (buckets !== undefined && inSpan > 0) {
        this.#histogram.add(buckets, inSpan / (toMs - fromMs));
      }
      fromMs = toMs;
    }
  }

  responses(): SpanResponses {
    return responsesOf(this.#histogram);
  }
}
