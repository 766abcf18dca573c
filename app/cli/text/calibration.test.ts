import { describe, expect, it } from "vitest";
import type { Calibration } from "../../contract/calibration.ts";
import { fittedDevice, fittedServer, measuredLoad } from "../../contract/testing/fitted-device.ts";
import { renderCalibration, renderCheck } from "./calibration.ts";

const calibration = (predictedPerSecond: number): Calibration => ({
  device: fittedDevice,
  server: fittedServer,
  unbuffered: true,
  loads: [{ ...measuredLoad, predictedPerSecond }],
});

describe("a calibration as text", () => {
  it("doubts a fit that is off, and no other", () => {
    expect(renderCalibration(calibration(1250), null)).not.toContain("The largest residual");
    expect(renderCalibration(calibration(700), null)).toContain("The largest residual is -30.0 %");
  });

  it("prints the device, or names the file that has it", () => {
    expect(renderCalibration(calibration(1000), null)).toContain('{"parallelism":4,');
    const named = renderCalibration(calibration(1000), "disk.json");
    expect(named).toContain("$(cat disk.json)");
    expect(named).toContain("--set server.ioUs=12 --set server.durableWriteUs=30");
  });

  it("says when reads may come from a cache", () => {
    const cached = { ...calibration(1000), unbuffered: false };
    expect(renderCalibration(cached, null)).toContain("refuses unbuffered I/O");
  });

  it("compares a real run with the device", () => {
    const real = { transactionsPerSecond: 500, creationMs: 800, cpuShare: 0.04 };
    const virtual = { transactionsPerSecond: 600, creationMs: 400, cpuShare: 0.1 };
    const slower = { ...real, creationMs: 1000 };
    const realRuns = [real, slower, real];
    const preset = "creation-on-this-machine";
    const text = renderCheck({ preset, thinkTimeMs: 0, realRuns, real, virtual });
    expect(text).toContain("creation-on-this-machine, think time 0 ms");
    expect(text).toContain("500.0   600.0           1.20");
    expect(text).toContain("800, 1000, 800");
    expect(text).toContain("transactions/s within 0 %, creation within 25 %");
    expect(text).toMatch(/CPU % .* 4\.0 +10\.0 +2\.50/);
  });
});
