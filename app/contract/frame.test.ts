import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchHeaderBytes, decodeBatch, encodeBatch, type Frame, frameSchema } from "./frame.ts";
import { counters, waitTypes } from "./telemetry-catalog.ts";

const frameOf = (timesNs: readonly number[], value: number): Frame => {
  const column = timesNs.map((_, sample) => value + sample);
  return {
    timeMs: timesNs.map((ns) => ns / 1e6),
    counters: Object.fromEntries(
      counters.map(({ id }, index) => [id, column.map((v) => v * index)]),
    ),
    waits: Object.fromEntries(
      waitTypes.map(({ id }) => [id, { tasks: column, waitMs: column, signalMs: column }]),
    ),
    events: [{ kind: "errorlog", atMs: 1, line: "Straße 'x'" }],
  };
};

describe("decodeBatch", () => {
  it("gives back what was encoded", () => {
    const times = fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { maxLength: 20 });
    fc.assert(
      fc.property(times, fc.double({ noNaN: true, min: 0.5, max: 1e9 }), (timesNs, value) => {
        const frame = frameOf(timesNs, value);
        const decoded = decodeBatch(encodeBatch(frame));
        expect(decoded).toEqual({ ok: true, value: frame });
        expect(frameSchema.safeParse(frame).success).toBe(true);
      }),
    );
  });

  it("reads a batch that starts at an odd address", () => {
    const bytes = encodeBatch(frameOf([1e9], 2));
    const shifted = new Uint8Array(bytes.byteLength + 1);
    shifted.set(bytes, 1);
    expect(decodeBatch(shifted.subarray(1))).toEqual(decodeBatch(bytes));
  });

  it("refuses every truncation, and what is too long", () => {
    const bytes = encodeBatch(frameOf([1, 2], 2));
    expect(decodeBatch(new Uint8Array([...bytes, 0])).ok).toBe(false);
    for (let length = 0; length < bytes.byteLength; length += 7) {
      expect(decodeBatch(bytes.subarray(0, length)).ok).toBe(false);
    }
  });

  it("refuses another catalogue", () => {
    const bytes = encodeBatch(frameOf([], 0));
    new DataView(bytes.buffer).setUint32(8, counters.length + 1, true);
    expect(decodeBatch(bytes)).toMatchObject({ ok: false, error: { code: "protocol" } });
  });

  it("never throws, whatever the header and the events are", () => {
    const bytes = encodeBatch(frameOf([1e9], 1));
    fc.assert(
      fc.property(fc.nat(bytes.byteLength - 1), fc.nat(255), (position, value) => {
        const broken = bytes.slice();
        broken[position] = value;
        expect(typeof decodeBatch(broken).ok).toBe("boolean");
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4 * batchHeaderBytes }), (garbage) => {
        expect(decodeBatch(garbage).ok).toBe(false);
      }),
    );
  });
});
