import { expect, it } from "vitest";
import type { Series } from "../../contract/rpc/timeline-data.ts";
import { waitTypes } from "../../contract/telemetry-catalog.ts";
import { isIdleWait } from "../waits/idle-waits.ts";
import { waitsInSpan } from "../waits/waits-in-span.ts";
import { columnOf, lanes, lanesOf, lastValue, neededFor, valueAt } from "./lanes.ts";
import { seriesOf } from "./testing/pieces.ts";
import { waitLane, waitLanes } from "./wait-lanes.ts";

const waited = (timeMs: readonly number[], waitMs: readonly number[]): Series => ({
  ...seriesOf(timeMs),
  waits: {
    WRITELOG: {
      tasks: Float64Array.from(waitMs),
      waitMs: Float64Array.from(waitMs),
      signalMs: new Float64Array(waitMs.length),
    },
  },
});

const time = waitLane("WRITELOG", "time");
const sessions = waitLane("WRITELOG", "sessions");

it("shows the time waited per second of each point's own span, and the sessions that come to it", () => {
  const series = waited([1000, 2000, 4000], [500, 1500, 8000]);
  expect([...columnOf(time, series)]).toEqual([500, 1500, 4000]);
  expect([valueAt(sessions, series, 3000), lastValue(sessions, series)]).toEqual([4, 4]);
  expect([time.unit, sessions.unit]).toEqual(["ms/s", "sessions"]);
});

it("has the colour of what is waited for", () => {
  const types = ["WRITELOG", "PAGEIOLATCH_SH", "FCB_REPLICA_WRITE", "LCK_M_X"];
  expect(types.map((type) => waitLane(type, "time").colour)).toEqual([
    "data-log-reads",
    "data-data-writes",
    "data-snapshot-writes",
    "text-3",
  ]);
});

it("has the figure of the table of waits", () => {
  const series = waited([1000, 2000, 4000], [500, 1500, 8000]);
  const [share] = waitsInSpan(series, { startMs: 2000, endMs: 4000 });
  expect(valueAt(time, series, 3000)).toBe(share?.msPerSecond);
});

it("is zero where nobody waited, and empty where nothing is known of waits", () => {
  const other = waitLane("PAGEIOLATCH_SH", "time");
  expect([...columnOf(other, waited([1000, 2000], [1, 1]))]).toEqual([0, 0]);
  expect(columnOf(other, seriesOf([1000, 2000]))).toHaveLength(0);
});

it("has no rate of a sample that was cut short", () => {
  expect(lastValue(time, waited([1000, 2000, 2001], [500, 500, 500]))).toBeNull();
});

it("is there for every type, those of tasks with nothing to do last, and found by its id", () => {
  for (const measure of ["time", "sessions"] as const) {
    const all = waitLanes(measure);
    expect(all.map(({ waitType }) => waitType).toSorted()).toEqual(
      waitTypes.map(({ id }) => id).toSorted(),
    );
    expect(all.findIndex(({ waitType }) => isIdleWait(waitType))).toBe(
      all.findLastIndex(({ waitType }) => !isIdleWait(waitType)) + 1,
    );
    expect(lanesOf(all.map(({ id }) => id))).toEqual(all);
  }
  const ids = [...lanes, ...waitLanes("time"), ...waitLanes("sessions")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it("asks a recording for waits where a lane is of one, and for the counters of the others", () => {
  const [transactions] = lanes;
  if (transactions === undefined) throw new Error("no lane");
  expect(neededFor([transactions, time])).toEqual({ counters: [transactions.id], waits: true });
  expect(neededFor([transactions])).toEqual({ counters: [transactions.id], waits: false });
});
