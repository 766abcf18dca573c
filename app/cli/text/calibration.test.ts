import { describe, expect, it } from "vitest";
import type { Calibration } from "../../contract/calibration.ts";
import { fittedDevice } from "../../contract/testing/fitted-device.ts";
import { renderCalibration, renderCheck } from "./calibration.ts";

const load = {
  isWrite: true,
  durable: true,
  sequential: false,
  depth: 4,
  ioBytes: 8192,
  meanUs: 4000,
};
const calibration = (predictedPerSecond: number): Calibration => ({
  device: fittedDevice,
  unbuffered: true,
  loads: [{ ...load, iosPerSecond: 1000, predictedPerSecond }],
});

describe("a calibration as text", () => {
  it("doubts a fit that is off, and no other", () => {
    expect(renderCalibration(calibration(1250), null)).not.toContain("The largest residual");
    expect(renderCalibration(calibration(700), null)).toContain("The largest residual is -30.0 %");
  });

  it("prints the device, or names the file that has it", () => {
    expect(renderCalibration(calibration(1000), null)).toContain('{"parallelism":4,');
    expect(renderCalibration(calibration(1000), "disk.json")).toContain("$(cat disk.json)");
  });

  it("says when reads may come from a cache", () => {
    const cached = { ...calibration(1000), unbuffered: false };
    expect(renderCalibration(cached, null)).toContain("refuses unbuffered I/O");
  });

  it("compares a real run with the device", () => {
    const real = { transactionsPerSecond: 500, creationMs: 800, cpuShare: 0.04 };
    const virtual = { transactionsPerSecond: 600, creationMs: 400, cpuShare: 0.1 };
    const text = renderCheck({ preset: "creation-on-this-machine", real, virtual });
    expect(text).toContain("500.0   600.0         1.20");
    expect(text).toContain("real 4.0 %, fitted 10.0 %");
  });
});
