import { describe, expect, it } from "vitest";
import { PaceMeter, pacesWith } from "./pace.ts";

describe("the paces to choose from", () => {
  it("have one of the scenario's own in its place", () => {
    expect(pacesWith(2)).toEqual([1, 2, 10, 60, 0]);
    expect(pacesWith(100)).toEqual([1, 10, 60, 100, 0]);
    expect(pacesWith(0)).toEqual([1, 10, 60, 0]);
    expect(pacesWith(null)).toEqual([1, 10, 60, 0]);
  });
});

describe("the measured pace", () => {
  it("is engine time by wall time, of the last seconds only", () => {
    const meter = new PaceMeter();
    for (let second = 0; second <= 10; ++second) meter.take(second * 1000, second * 60_000);
    expect(meter.rate).toBeCloseTo(60);
    for (let second = 11; second <= 20; ++second)
      meter.take(second * 1000, 600_000 + second * 1000);
    expect(meter.rate).toBeCloseTo(1);
  });

  it("is unknown at first, while nothing moves, and after time went back", () => {
    const meter = new PaceMeter();
    expect(meter.rate).toBeNull();
    meter.take(0, 0);
    meter.take(100, 6000);
    expect(meter.rate).toBeNull();
    meter.take(2000, 6000);
    meter.take(3000, 0);
    expect(meter.rate).toBeNull();
  });
});
