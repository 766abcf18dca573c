import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchHeaderBytes, decodeBatch, encodeBatch, type Frame, frameSchema } from "./frame.ts";
import { counters, waitTypes } from "./telemetry-catalog.ts";
import { olderBatch } from "./testing/older-batch.ts";

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

  it("reads a batch of an earlier version: what its catalogue did not have is absent, not zero", () => {
    const frame = frameOf([1e9, 2e9], 2);
    const [counterCount, waitCount] = [counters.length - 2, waitTypes.length - 1];
    const first = <T>(record: Record<string, T>, count: number) =>
      Object.fromEntries(Object.entries(record).slice(0, count));
    const decoded = decodeBatch(olderBatch(frame, { counterCount, waitCount }));
    expect(decoded).toEqual({
      ok: true,
      value: {
        ...frame,
        counters: first(frame.counters, counterCount),
        waits: first(frame.waits, waitCount),
      },
    });
    expect(decoded.ok && frameSchema.safeParse(decoded.value).success).toBe(true);
  });

  it.each([
    ["counters", 8, counters.length + 1],
    ["waits", 12, waitTypes.length + 1],
  ])("refuses more %s than its catalogue has, and says who recorded them", (_, at, count) => {
    const bytes = encodeBatch(frameOf([], 0));
    new DataView(bytes.buffer).setUint32(at, count, true);
    expect(decodeBatch(bytes)).toMatchObject({
      ok: false,
      error: {
        code: "protocol",
        message: expect.stringContaining("a newer Snapscope recorded it"),
      },
    });
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
