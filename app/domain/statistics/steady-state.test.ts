import { expect, it } from "vitest";
import { batchMeans, meanInterval, meansOf, vonNeumannP, welch } from "./batch-means.ts";
import { Noise } from "./testing/noise.ts";
import { fewestSamples, steadyState } from "./warm-up.ts";

const warmingUp = (noise: Noise, count: number, depth: number, time: number): number[] =>
  noise.series(count, 100, 0.3).map((value, at) => value - depth * Math.exp(-at / time));

/** Samples left out; NaN where there is no steady state. */
function warmUpOf(samples: readonly number[]): number {
  const state = steadyState(samples);
  return state.kind === "steady" ? state.warmUp : Number.NaN;
}

const timesOf = (times: number, warmUp: () => number): number[] =>
  Array.from({ length: times }, warmUp);

it("leaves out a warm-up, and little of a run without one", () => {
  const noise = new Noise(5);
  // After 25 samples 5 of 40 are still missing, after 75 nothing that matters.
  const warmUps = timesOf(40, () => warmUpOf(warmingUp(noise, 300, 40, 12)));
  expect(warmUps.filter((left) => left >= 25 && left <= 110).length).toBeGreaterThanOrEqual(36);
  const steady = timesOf(40, () => warmUpOf(noise.series(300, 100, 0.3)));
  expect(steady.filter((left) => left <= 50).length).toBeGreaterThanOrEqual(34);
  expect(steadyState(new Float64Array(200).fill(7))).toEqual({ kind: "steady", warmUp: 0 });
});

it("says of a run that is too short that it cannot tell", () => {
  const samples = new Noise(1).series(fewestSamples, 100, 0);
  expect(steadyState(samples).kind).toBe("steady");
  expect(steadyState(samples.slice(1))).toMatchObject({
    kind: "neverSteady",
    reason: "tooShort",
    message: "The run has 99 samples, too few to find a steady state: at least 100 are needed.",
  });
});

it("says of a run that changes in its second half that it never became steady", () => {
  const noise = new Noise(2);
  const state = steadyState(warmingUp(noise, 300, 400, 120));
  expect(state).toMatchObject({ kind: "neverSteady", reason: "unsettled" });
});

it("says of a run that drifts within its noise that it never became steady", () => {
  const noise = new Noise(3);
  const drifting = (percent: number) =>
    noise.series(400, 0, 0).map((value, at) => 100 + 4 * value + (percent * at) / 400);
  const state = steadyState(drifting(-6));
  expect(state).toMatchObject({ kind: "neverSteady", reason: "drifting" });
  expect(state.kind === "neverSteady" && state.message).toMatch(
    /still fell, by \d\.\d % of its mean/,
  );
  // A line that is proven, and so flat that it does not matter.
  const flat = noise.series(400, 0, 0).map((value, at) => 100 + value / 2 + at / 400);
  expect(warmUpOf(flat)).not.toBeNaN();
});

it("calls one of a hundred runs drifting that do not drift", () => {
  const noise = new Noise(7);
  const drifting = Array.from({ length: 300 }, () =>
    steadyState(noise.series(400, 0, 0).map((value) => 100 + 8 * value)),
  ).filter((state) => state.kind === "neverSteady" && state.reason === "drifting");
  expect(drifting.length).toBeLessThanOrEqual(8);
});

it("makes batches longer where neighbours are alike, and tells where none are long enough", () => {
  const noise = new Noise(6);
  const batches = batchMeans(noise.series(3000, 0, 0.9));
  expect(batches?.size).toBeGreaterThanOrEqual(100);
  expect(batches?.means.length).toBeGreaterThanOrEqual(10);
  expect(batchMeans(noise.series(600, 0, 0))?.means.length).toBe(30);
  expect(batchMeans(noise.series(120, 0, 0.97))).toBeNull();
  // Single samples pass for independent, and are taken two by two all the same.
  expect(batchMeans(new Noise(1).series(25, 0, 0))?.size).toBe(2);
  expect(batchMeans([1, 2, 3])).toBeNull();
  expect([...meansOf([9, 1, 2, 3, 4], 2)]).toEqual([1.5, 3.5]);
});

it("tells values that follow each other from values that do not", () => {
  const noise = new Noise(8);
  expect(vonNeumannP(noise.series(100, 0, 0.8))).toBeLessThan(0.001);
  expect(vonNeumannP([1, -1, 1, -1, 1, -1, 1, -1, 1, -1])).toBeGreaterThan(0.99);
  expect([vonNeumannP([4, 4, 4, 4]), vonNeumannP([1, 2])]).toEqual([1, 1]);
});

/** How many of `rounds` comparisons of two runs without a difference claim one. */
function falseClaims(noise: Noise, rounds: number, length: number, memory: number): number {
  let claims = 0;
  for (let round = 0; round < rounds; ++round) {
    const [base, variant] = [0, 1].map(() => batchMeans(noise.series(length, 50, memory)));
    if (base && variant && (welch(base.means, variant.means)?.p ?? 1) <= 0.05) claims += 1;
  }
  return claims;
}

it.each([
  [100, 0],
  [100, 0.8],
  [200, 0.5],
  [400, 0.9],
  [1000, 0.8],
])(
  "compares single runs of %i samples of memory %d without more false claims than are told",
  (length, memory) => {
    // 6 in 100 are 12 of 200, with a standard error of 3.
    expect(falseClaims(new Noise(9), 200, length, memory)).toBeLessThanOrEqual(20);
  },
);

it("finds a difference of means that is there", () => {
  const noise = new Noise(11);
  const [base, variant] = [50, 51].map((center) => batchMeans(noise.series(1000, center, 0.5)));
  const shift = welch(base?.means ?? [], variant?.means ?? []);
  expect(shift?.p).toBeLessThan(0.001);
  expect(shift?.interval.low).toBeGreaterThan(0.4);
  expect(shift?.interval.high).toBeLessThan(1.6);
});

it("compares means that do not vary, and none of one value", () => {
  expect(welch([2, 2], [2, 2])).toMatchObject({ estimate: 0, p: 1 });
  expect(welch([2, 2], [3, 3])).toMatchObject({ estimate: 1, p: 0 });
  expect(welch([2], [3, 3])).toBeNull();
  expect(meanInterval([2])).toBeNull();
});
