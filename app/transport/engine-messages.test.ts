import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Result } from "../contract/result.ts";
import { someFigures } from "../contract/testing/device-figures.ts";
import { fittedDevice, fittedServer, measuredLoad } from "../contract/testing/fitted-device.ts";
import { encodeMessage } from "./codec.ts";
import {
  channelOfEngine,
  channelToEngine,
  type FromEngine,
  type ToEngine,
} from "./engine-messages.ts";
import { FrameInbox } from "./frame-inbox.ts";
import type { Transport } from "./transport.ts";

/** A transport that brings back what is sent on it. */
function echo(): Transport {
  const inbox = new FrameInbox();
  return {
    send: (frame) => inbox.push(frame),
    onFrame: (handler) => inbox.onFrame(handler),
    onClose: (handler) => inbox.onClose(handler),
    close: () => inbox.close(),
  };
}

/** What the engine's end makes of a frame, and the services' end. */
function received(frame: Uint8Array): [Result<ToEngine>, Result<FromEngine>] {
  const results: unknown[] = [];
  for (const open of [channelOfEngine, channelToEngine]) {
    const transport = echo();
    open(transport).onMessage((message) => results.push(message));
    transport.send(frame);
  }
  return results as [Result<ToEngine>, Result<FromEngine>];
}

const toEngine: readonly ToEngine[] = [
  { kind: "describe" },
  { kind: "start", scenario: '{"name":"Straße"}' },
  { kind: "command", command: { kind: "createSnapshot", name: "a" } },
  { kind: "measureDevices", devices: ['{"preset":"laptop"}'] },
  { kind: "calibrate", file: "/folder/data/calibration.mdf" },
  { kind: "grant", credits: 3 },
];

const fromEngine: readonly FromEngine[] = [
  { kind: "description", engine: { version: "1", compiler: "g++", build: "release" } },
  { kind: "deviceFigures", figures: someFigures },
  { kind: "calibrationStep", step: { done: 1, of: 18, ...measuredLoad } },
  {
    kind: "calibration",
    calibration: {
      device: fittedDevice,
      server: fittedServer,
      unbuffered: true,
      loads: [{ ...measuredLoad, predictedPerSecond: 1100 }],
    },
  },
  { kind: "batch", bytes: new Uint8Array([0, 255, 7]) },
  { kind: "end", summary: "{}" },
  { kind: "error", error: { code: "engineUnavailable", message: "missing", detail: "where" } },
];

describe("messages", () => {
  it.each(toEngine)("$kind survives the way to the engine, and no engine sends it", (message) => {
    const [toIt, fromIt] = received(encodeMessage(message));
    expect(toIt).toEqual({ ok: true, value: message });
    expect(fromIt).toMatchObject({ ok: false, error: { code: "protocol" } });
  });

  it.each(fromEngine)("$kind survives the way from the engine, and none takes it", (message) => {
    const [toIt, fromIt] = received(encodeMessage(message));
    expect(fromIt).toEqual({ ok: true, value: message });
    expect(toIt).toMatchObject({ ok: false, error: { code: "protocol" } });
  });

  it("are refused with the place of what is wrong", () => {
    const [toIt] = received(encodeMessage({ kind: "grant", credits: 0 }));
    expect(toIt).toMatchObject({
      error: { message: expect.stringMatching(/^not a message to an engine: .*credits/s) },
    });
    const [, fromIt] = received(encodeMessage({ kind: "batch", bytes: "text" }));
    expect(fromIt).toMatchObject({ error: { message: expect.stringContaining("bytes") } });
  });

  it("are never thrown at whoever reads them", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        for (const result of received(bytes)) expect(typeof result.ok).toBe("boolean");
      }),
    );
  });
});
