import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fittedDevice, measuredLoad } from "../contract/testing/fitted-device.ts";
import { decodeMessage, encodeMessage, type Message } from "./messages.ts";

const messages: readonly Message[] = [
  { kind: "start", scenario: '{"name":"Straße"}' },
  { kind: "command", command: { kind: "createSnapshot", name: "a" } },
  { kind: "measureDevice", device: '{"preset":"laptop"}' },
  {
    kind: "deviceFigures",
    figures: {
      depth: 64,
      randomReadsPerSecond: 4900,
      randomWritesPerSecond: 2500,
      writesAfterCliffPerSecond: null,
      sequentialMiBPerSecond: 180,
      readUs: 5.6,
      writeUs: 0.3,
      capacityMiB: 1024,
    },
  },
  { kind: "calibrate", file: "/folder/data/calibration.mdf" },
  { kind: "calibrationStep", step: { done: 1, of: 18, ...measuredLoad } },
  {
    kind: "calibration",
    calibration: {
      device: fittedDevice,
      unbuffered: true,
      loads: [{ ...measuredLoad, predictedPerSecond: 1100 }],
    },
  },
  { kind: "grant", credits: 3 },
  { kind: "batch", bytes: new Uint8Array([0, 255, 7]) },
  { kind: "end", summary: "{}" },
  { kind: "error", error: { code: "engineUnavailable", message: "missing", detail: "where" } },
];

describe("messages", () => {
  it.each(messages)("$kind survives the frame", (message) => {
    expect(decodeMessage(encodeMessage(message))).toEqual({ ok: true, value: message });
  });

  it("refuses what no frame says", () => {
    const bad = [[], [99], [2, 123], [3, 48], [18, 123, 125], [1, 255]];
    for (const bytes of bad) {
      expect(decodeMessage(new Uint8Array(bytes))).toMatchObject({ ok: false });
    }
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(typeof decodeMessage(bytes).ok).toBe("boolean");
      }),
    );
  });
});
