import { expect, it } from "vitest";
import { ioTimes, isBusy } from "./volume-load.ts";

/** A disk of 100 MiB/s that serves 1,000 random I/Os a second. */
const device = {
  ...{ readUs: 1000, writeUs: 1000, sequentialMiBPerSecond: 100 },
  ...{ depth: 32, randomReadsPerSecond: 1000, randomWritesPerSecond: 1000 },
  ...{ writesAfterCliffPerSecond: null, capacityMiB: null },
};

/** So many writes of a size in 100 s, and how long each took. */
function timesOf(writes: number, bytes: number, ms: number, figures = device) {
  const file = {
    ...{ name: "s1", volume: "P", path: null, reads: 0, bytesRead: 0, ioStallReadMs: 0 },
    ...{ writes, bytesWritten: writes * bytes, ioStallWriteMs: writes * ms },
    ...{ sizeBytes: 0, sizeOnDiskBytes: 0 },
  };
  const times = ioTimes([file], figures, 100_000);
  if (times === null) throw new Error("there was I/O");
  return times;
}

it("a device is busy where its I/Os wait and it has much to do", () => {
  expect(isBusy(timesOf(50_000, 8192, 3))).toBe(true);
  expect(isBusy(timesOf(50_000, 8192, 1.5))).toBe(false);
});

it("a device that is idle nearly all the time is not busy, though its I/Os wait for each other", () => {
  const times = timesOf(1000, 8192, 5);
  expect(times.utilisation).toBeCloseTo(0.01, 3);
  expect(isBusy(times)).toBe(false);
});

it("a large I/O takes its transfer, alone as well", () => {
  const times = timesOf(5000, 2 ** 20, 12);
  expect(times.aloneMs).toBeCloseTo(1 + 10, 0);
  expect(times.utilisation).toBeCloseTo(0.5, 2);
  expect(isBusy(times)).toBe(false);
});

it("a write is priced as a write, where a device reads in less time and more often", () => {
  const flash = { ...device, readUs: 100, randomReadsPerSecond: 10_000 };
  const times = timesOf(50_000, 8192, 3, flash);
  expect(times.aloneMs).toBeCloseTo(1, 6);
  expect(times.utilisation).toBeCloseTo(0.5, 6);
});
