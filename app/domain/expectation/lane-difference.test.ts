import { expect, it } from "vitest";
import { lanesOf } from "../timeline/lanes.ts";
import { seriesOf, timelineOf } from "../timeline/testing/pieces.ts";
import { drawn, nothingExpected, placesIn } from "./expectation.ts";
import { laneDifference } from "./lane-difference.ts";

const [transactions] = lanesOf(["transactionsPerSecond"]);
if (transactions === undefined) throw new Error("no such lane");
const lane = transactions;
const clock = timelineOf([]);
/** 100 all the time, of 159 s. */
const expectation = drawn(
  nothingExpected(placesIn(0, 159_000)),
  { x: 0, y: 100 },
  { x: 159_000, y: 100 },
  200,
);

it("compares samples as they are where there are few", () => {
  const series = seriesOf([10_000, 20_000, 30_000], (at) => [120, 60, 90][at] ?? 0);
  expect(laneDifference(lane, expectation, series, clock)).toBe(
    "You expected ‘Transactions’ to fall to 100 /s at 21:48:17.00; the lowest was 60.0 /s, 10 s later. On average you expected 100 /s, and it was 90.0 /s; at 21:48:37.00, the last to compare, you expected 100 /s, and it was 90.0 /s.",
  );
});

it("compares means of many samples: a line that was drawn has no noise", () => {
  const times = Array.from({ length: 1590 }, (_, at) => (at + 1) * 100);
  const noisy = seriesOf(times, (at) => (at % 2) * 200);
  const sentence = laneDifference(lane, expectation, noisy, clock) ?? "";
  expect(sentence).toContain("the lowest mean of 1 s was 1");
  expect(sentence).not.toContain("was 0 /s");
});

it("says nothing before anything has come", () => {
  expect(laneDifference(lane, expectation, seriesOf([]), clock)).toBeNull();
});
