import { expect, it } from "vitest";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { peakOf } from "./peak.ts";
import { noSeries } from "./recording-timeline.ts";
import { waitLane } from "./wait-lanes.ts";

const lane = waitLane("FCB_REPLICA_WRITE", "sessions");
const all = { startMs: 0, endMs: 8000 };

function seriesOf(...waitMs: readonly number[]): Series {
  const column = (value: (at: number) => number) => Float64Array.from(waitMs, (_, at) => value(at));
  const wait = {
    tasks: column(() => 1),
    waitMs: Float64Array.from(waitMs),
    signalMs: column(() => 0),
  };
  return {
    ...noSeries,
    timeMs: column((at) => (at + 1) * 1000),
    waits: { FCB_REPLICA_WRITE: wait },
  };
}

it("is the time around the highest value in which none is below half of it", () => {
  const series = seriesOf(0, 10, 60, 100, 50, 49, 90, 0);
  expect(peakOf(lane, series, all)).toEqual({ startMs: 2000, endMs: 5000 });
});

it("is looked for in what is shown alone", () => {
  const series = seriesOf(0, 10, 60, 100, 50, 49, 90, 0);
  expect(peakOf(lane, series, { startMs: 5500, endMs: 8000 })).toEqual({
    startMs: 5000,
    endMs: 7000,
  });
});

it("is nowhere in a lane of zeros, or without a sample", () => {
  expect(peakOf(lane, seriesOf(0, 0, 0), all)).toBeNull();
  expect(peakOf(lane, noSeries, all)).toBeNull();
});
