/** A timeline of made-up samples, one a second, with a creation in it. Only its size matters here. */

import { counters } from "../../../app/contract/telemetry-catalog.ts";
import { RunTimeline } from "../../../app/domain/timeline/run-timeline.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";

const run = new RunTimeline({
  origin: "2006-10-23T21:48:07.000",
  plannedEndMs: null,
  warmupEndMs: 0,
});
let length = 0;

const phases = ["files", "checkpoint", "startup", "analysis", "redo", "undo"] as const;

/** Grows the one timeline; what it held before stays the same. */
export function timelineUntil(samples: number): Timeline {
  if (samples <= length) return run.timeline;
  const indices = Float64Array.from({ length: samples - length }, (_, index) => length + index);
  const wave = (period: number) =>
    indices.map((index) => 400 + 300 * Math.sin(index / period) + 80 * Math.sin(index * 7.3));
  run.take({
    series: {
      timeMs: indices.map((index) => (index + 1) * 1000),
      counters: Object.fromEntries(
        counters.map(({ id, unit }, index) => [
          id,
          wave(20 + index).map((value) => (unit === "bytes/s" ? value * 1e5 : value)),
        ]),
      ),
      waits: {},
      p99Ms: wave(13),
      samplesPerPoint: 1,
    },
    events: length > 0 ? [] : creation(),
  });
  length = samples;
  return run.timeline;
}

const creation = () =>
  phases.map((name, index) => ({
    kind: "phase" as const,
    snapshot: "measured",
    name,
    startMs: 400_000 + index * 40_000,
    endMs: 440_000 + index * 40_000,
    figures: {},
  }));
